import { type OwnProfile, profileEditSchema } from '@kindpal/contract/member/schema';
import { z } from 'zod';
import { type AreaValues, areaValuesOf, optionalAreaInput } from '~/place/area-values.ts';

const contractSchema = profileEditSchema
  .pick({ first_name: true, last_name: true, phone: true, bio: true })
  .required()
  .extend(profileEditSchema.pick({ place_id: true, location: true, address: true }).shape);
export type Personal = z.output<typeof contractSchema>;

/** The form values of a sitter's first step. */
export type PersonalValues = AreaValues &
  Record<'first_name' | 'last_name' | 'phone' | 'bio', string>;

export function personalValuesOf(profile: OwnProfile): PersonalValues {
  const { first_name, last_name, phone, bio } = profile;
  return {
    first_name,
    last_name,
    ...areaValuesOf(profile),
    phone: phone ?? '',
    bio: bio ?? '',
  };
}

/** Validates the step with the contract's schema; an empty field removes the stored value. [O2] */
export const personalFormSchema = z
  .custom<PersonalValues>()
  .transform((typed, context): Personal => {
    const { location, place_id, address, phone, bio, ...names } = typed;
    const read = contractSchema.safeParse({
      ...names,
      ...optionalAreaInput({ location, place_id, address }),
      phone: phone.trim() || null,
      bio: bio.trim() || null,
    });
    if (read.success) return read.data;
    for (const { path, message } of read.error.issues) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
    return z.NEVER;
  });
