import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

const CREATED = {
  id: 'bm90aGluZw',
  rawId: 'bm90aGluZw',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
};
const SHOWN = {
  id: 'credential-of-the-owner',
  rawId: 'credential-of-the-owner',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'oA', signature: 'oA' },
};

export const rows: FeatureRows<'passkey'> = {
  'passkey.list': [{ about: 'their own' }],
  'passkey.startRegistration': [{ about: 'their own', harmless: true }],
  'passkey.verifyRegistration': [
    {
      about: "with a challenge of nobody's",
      input: () => ({ challenge_id: UNKNOWN_ID, credential: CREATED }),
    },
    {
      about: "with the owner's challenge",
      input: ({ challenges }) => ({ challenge_id: challenges.registration, credential: CREATED }),
    },
  ],
  'passkey.startSignIn': [{ about: 'a challenge', harmless: true }],
  'passkey.signIn': [
    {
      about: "the owner's, with a challenge of nobody's",
      input: () => ({ challenge_id: UNKNOWN_ID, credential: SHOWN }),
    },
    {
      about: "with the owner's challenge",
      input: ({ challenges }) => ({ challenge_id: challenges.sign_in, credential: SHOWN }),
    },
  ],
  'passkey.startConfirmation': [{ about: 'their own', harmless: true }],
  'passkey.confirm': [
    {
      about: "the owner's, with a challenge of nobody's",
      input: () => ({ challenge_id: UNKNOWN_ID, credential: SHOWN }),
    },
    {
      about: "with the owner's challenge",
      input: ({ challenges }) => ({ challenge_id: challenges.confirmation, credential: SHOWN }),
    },
  ],
  'passkey.rename': [
    {
      about: "the owner's",
      input: ({ passkey_id }) => ({ passkey_id, friendly_name: 'Stolen' }),
    },
    {
      about: 'an unknown id',
      input: () => ({ passkey_id: UNKNOWN_ID, friendly_name: 'Stolen' }),
    },
  ],
  'passkey.remove': [
    { about: "the owner's", input: ({ passkey_id }) => ({ passkey_id }) },
    { about: 'an unknown id', input: () => ({ passkey_id: UNKNOWN_ID }) },
  ],
};
