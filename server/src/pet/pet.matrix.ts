import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

export const rows: FeatureRows<'pet'> = {
  'pet.list': [
    { about: 'their own' },
    { about: "the owner's", input: ({ owner }) => ({ owner_id: owner.id }) },
  ],
  'pet.create': [
    { harmless: true, about: 'of their own', input: () => ({ name: 'Tofu', breed: 'Manx' }) },
    {
      about: "in the owner's name",
      input: ({ owner }) => ({ owner_id: owner.id, name: 'Tofu', breed: 'Manx' }),
    },
  ],
  'pet.update': [
    { about: "the owner's", input: ({ pet }) => ({ id: pet, age: 5 }) },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID, age: 5 }) },
  ],
  'pet.remove': [
    { about: "the owner's", input: ({ pet }) => ({ id: pet }) },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
  ],
};
