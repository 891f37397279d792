import { type PetOnboarding, petOnboardingSchema } from '@kindpal/contract/member/onboarding';
import type { OwnProfile } from '@kindpal/contract/member/schema';
import { z } from 'zod';
import { type AreaValues, areaInput, areaValuesOf } from '~/place/area-values.ts';

/** The form values of the second step. */
export type OwnerValues = AreaValues & {
  full_name: string;
  phone: string;
  bio: string;
  profile_image_url: string;
};
export type Owner = PetOnboarding['owner'];

export function ownerValuesOf(profile: OwnProfile): OwnerValues {
  const { full_name, phone, bio, profile_image_url } = profile;
  return {
    full_name,
    ...areaValuesOf(profile),
    phone: phone ?? '',
    bio: bio ?? '',
    profile_image_url: profile_image_url ?? '',
  };
}

/** Validates the step with the contract's schema; an empty field removes the stored value. [O1] */
export const ownerFormSchema = z.custom<OwnerValues>().transform((typed, context): Owner => {
  const { full_name, ...others } = typed;
  const read = petOnboardingSchema.shape.owner.safeParse({
    full_name,
    ...areaInput(typed),
    phone: others.phone.trim() || null,
    bio: others.bio.trim() || null,
    profile_image_url: others.profile_image_url || null,
  });
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
  return z.NEVER;
});
