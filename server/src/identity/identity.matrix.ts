import { IDENTITY_ITEMS } from '@kindpal/contract/identity/rules';
import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';
import type { Own } from './identity.samples.ts';

const check = { step: 'check', method: 'video_call', checklist: IDENTITY_ITEMS };

export const rows: FeatureRows<'identity', Own> = {
  'identity.findMine': [{ about: 'their own' }],
  'identity.request': [{ harmless: true, about: 'for themselves' }],
  'identity.withdraw': [
    { about: "the owner's", input: ({ identityCheck }) => ({ id: identityCheck }) },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
  ],
  'identity.list': [
    { about: 'those that wait' },
    { about: 'those that count', input: () => ({ state: 'confirmed' }) },
  ],
  'identity.decide': [
    {
      about: 'the check of the owner, recorded',
      input: ({ identityCheck }) => ({ id: identityCheck, ...check }),
    },
    {
      about: 'the check of the owner, confirmed before it was recorded',
      input: ({ identityCheck }) => ({ id: identityCheck, step: 'confirm' }),
    },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID, ...check }) },
  ],
};
