import { type NewPet, newPetSchema, type PetProfile } from '@kindpal/contract/pet/schema';
import { z } from 'zod';

/** The values of the fields, as typed. */
export type PetValues = {
  name: string;
  breed: string;
  age: string;
  weight: string;
  special_instructions: string;
  medical_conditions: string;
  emergency_contact: string;
  emergency_phone: string;
  profile_image_url: string;
};
export type Pet = Omit<NewPet, 'client_id'>;

export const EMPTY_PET: PetValues = {
  name: '',
  breed: '',
  age: '',
  weight: '',
  special_instructions: '',
  medical_conditions: '',
  emergency_contact: '',
  emergency_phone: '',
  profile_image_url: '',
};

/** The form values of a saved pet. */
export function petValuesOf(pet: PetProfile): PetValues {
  const typed = Object.keys(EMPTY_PET).map((field) => {
    const value = pet[field as keyof PetValues];
    return [field, value === null ? '' : String(value)];
  });
  return Object.fromEntries(typed) as PetValues;
}

function readMeasure(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  return plain === '' ? null : Number(plain);
}

/** The input of the call; an empty field removes the stored value. */
export function toPetInput(typed: PetValues) {
  const { name, breed, age, weight, ...texts } = typed;
  const others = Object.entries(texts).map(([field, text]) => [field, text.trim() || null]);
  return {
    name,
    breed,
    age: readMeasure(age),
    weight: readMeasure(weight),
    ...(Object.fromEntries(others) as Record<keyof typeof texts, string | null>),
  };
}

/** Validates the form with the contract's schema. [O1] */
export const petFormSchema = z.custom<PetValues>().transform((typed, context): Pet => {
  const read = newPetSchema.safeParse(toPetInput(typed));
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
  return z.NEVER;
});
