import { type Case, type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';
import { SoftwareAuthenticator } from '../testing/software-authenticator.ts';
import type { Own } from './passkey.samples.ts';

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

/** A browser creates another passkey of the past sitter. */
const created: Case<Own> = {
  about: "with the past sitter's challenge",
  input: ({ key: { site, user, asked } }) => {
    const { id, challenge } = asked.registration;
    const made = new SoftwareAuthenticator(site.origin);
    const credential = made.create({ challenge, rp: { id: site.rpId }, user });
    return { challenge_id: id, credential };
  },
};
/** What the past sitter's passkey signs for a challenge. */
const show = ({ key }: Own, purpose: 'confirmation' | 'sign_in') => {
  const { id, challenge } = key.asked[purpose];
  const credential = key.authenticator.show({ challenge, rpId: key.site.rpId });
  return { challenge_id: id, credential };
};
/** In the browser that asked for the challenge. */
const signsIn: Case<Own> = {
  about: "with the past sitter's passkey",
  proves: 'past',
  request: (scene) => ({
    headers: {
      'content-type': 'application/json',
      origin: scene.key.site.origin,
      cookie: scene.key.cookie,
    },
    body: JSON.stringify(show(scene, 'sign_in')),
  }),
};

export const rows: FeatureRows<'passkey', Own> = {
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
    created,
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
    signsIn,
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
    { about: "with the past sitter's passkey", input: (scene) => show(scene, 'confirmation') },
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
    { about: "the past sitter's", input: ({ key }) => ({ passkey_id: key.id }) },
    { about: 'an unknown id', input: () => ({ passkey_id: UNKNOWN_ID }) },
  ],
};
