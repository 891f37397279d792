import { z } from 'zod';
import { cleanLine, verbatimText } from '../text/schema.ts';
import { uuidSchema } from '../transport/base.ts';

export const PET_LIMITS = {
  name: 80,
  breed: 80,
  care_text: 500,
  contact: 100,
  phone: 30,
  /** Years, and pounds: larger numbers are typing errors. */
  age: 200,
  weight: 4000,
  /** How many pets a member can have. */
  pets: 20,
} as const;

/** A measurement with at most two decimals; null if unknown. [O1] */
function measure({ label, max }: { label: string; max: number }) {
  return z
    .number({ error: `${label} must be a number` })
    .min(0, `${label} cannot be negative`)
    .max(max, `${label} must be ${max} or less`)
    .refine((value) => Number(value.toFixed(2)) === value, 'Use at most two decimals')
    .nullable();
}

const careText = (label: string) => verbatimText({ label, max: PET_LIMITS.care_text }).nullable();

/** A pet's fields as input. Care texts are stored exactly as typed. [X2] */
export const petEditSchema = z
  .strictObject({
    name: cleanLine({ label: 'Pet name', max: PET_LIMITS.name }),
    breed: cleanLine({ label: 'Breed', max: PET_LIMITS.breed }),
    age: measure({ label: 'Age', max: PET_LIMITS.age }),
    weight: measure({ label: 'Weight', max: PET_LIMITS.weight }),
    special_instructions: careText('Special instructions'),
    medical_conditions: careText('Medical conditions'),
    emergency_contact: verbatimText({
      label: 'Emergency contact',
      max: PET_LIMITS.contact,
    }).nullable(),
    emergency_phone: z
      .string()
      .trim()
      .max(PET_LIMITS.phone, `Emergency phone must be ${PET_LIMITS.phone} characters or less`)
      .regex(/^[+\d\s().-]*$/, 'Please enter a valid phone number')
      .nullable(),
    profile_image_url: z.string().max(300).nullable(),
  })
  .partial();
export type PetEdit = z.infer<typeof petEditSchema>;

/** A new pet: name and breed are required. [O1] [X2] */
export const newPetSchema = petEditSchema.required({ name: true, breed: true }).extend({
  /** Chosen by the form, so that submitting twice creates one pet. */
  client_id: uuidSchema.optional(),
});
export type NewPet = z.infer<typeof newPetSchema>;

/** A pet as its owner sees it; nobody else gets it. [X2] */
export const petProfileSchema = z.object({
  id: uuidSchema,
  owner_id: uuidSchema,
  name: z.string(),
  breed: z.string(),
  age: z.number().nullable(),
  weight: z.number().nullable(),
  special_instructions: z.string().nullable(),
  medical_conditions: z.string().nullable(),
  emergency_contact: z.string().nullable(),
  emergency_phone: z.string().nullable(),
  profile_image_url: z.string().nullable(),
});
export type PetProfile = z.infer<typeof petProfileSchema>;
