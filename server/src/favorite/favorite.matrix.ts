import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

export const rows: FeatureRows<'favorite'> = {
  'favorite.list': [{ about: 'their own' }],
  'favorite.create': [
    { harmless: true, about: 'the owner', input: ({ owner }) => ({ member_id: owner.id }) },
    {
      harmless: true,
      about: 'the claimant',
      input: ({ claimant }) => ({ member_id: claimant.id }),
    },
    { about: 'the suspended member', input: ({ suspended }) => ({ member_id: suspended.id }) },
    { about: 'an unknown member', input: () => ({ member_id: UNKNOWN_ID }) },
  ],
  'favorite.remove': [
    {
      harmless: true,
      about: 'the claimant',
      input: ({ claimant }) => ({ member_id: claimant.id }),
    },
    { harmless: true, about: 'an unknown member', input: () => ({ member_id: UNKNOWN_ID }) },
  ],
};
