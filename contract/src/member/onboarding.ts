import { z } from 'zod';
import { newPetSchema } from '../pet/schema.ts';
import { areaFields } from '../place/schema.ts';
import { cleanText } from '../text/schema.ts';
import { uuidSchema } from '../transport/base.ts';
import { NAME_MAX } from './role.ts';
import { profileEditSchema } from './schema.ts';

/** What an owner enters in the two steps, sent when they finish. [O1] */
export const petOnboardingSchema = z.strictObject({
  /** `id` of an existing pet of theirs, which is then changed instead of adding a second one. */
  pet: newPetSchema.extend({ id: uuidSchema.optional() }),
  owner: profileEditSchema
    .pick({ phone: true, bio: true, profile_image_url: true, address: true })
    .extend({
      full_name: cleanText({ label: 'Full name', max: NAME_MAX * 2 }),
      /** Where they live: one of the two, see `areaFields`. */
      place_id: areaFields.place_id.optional(),
      location: areaFields.location.optional(),
    })
    .refine((owner) => owner.place_id !== undefined || owner.location !== undefined, {
      path: ['location'],
      message: 'Location is required',
    }),
});
export type PetOnboarding = z.infer<typeof petOnboardingSchema>;

/** What a sitter must enter before they can finish: both names, and a preference. [O2] */
export function sitterOnboardingProblem(profile: {
  first_name: string;
  last_name: string;
  payment_preference: string | null;
}): { path: 'first_name' | 'payment_preference'; message: string } | null {
  if (!profile.first_name.trim() || !profile.last_name.trim()) {
    return { path: 'first_name', message: 'First name and last name are required' };
  }
  if (profile.payment_preference === null) {
    return { path: 'payment_preference', message: 'Please choose a payment preference' };
  }
  return null;
}
