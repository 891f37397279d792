import { generateSync } from 'otplib';
import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';
import { PASSWORD } from '../testing/test-browser.ts';
import type { Own } from './factor.samples.ts';

const CODE = '000000';

export const rows: FeatureRows<'factor', Own> = {
  'factor.list': [{ about: 'their own' }],
  'factor.enroll': [
    { harmless: true, about: 'an authenticator app', input: () => ({ factor_type: 'totp' }) },
    {
      harmless: true,
      about: 'a phone',
      input: () => ({ factor_type: 'phone', phone: '+12015550123' }),
    },
  ],
  'factor.challenge': [
    { about: "the owner's", input: ({ factor_id }) => ({ factor_id }) },
    { about: 'an unknown id', input: () => ({ factor_id: UNKNOWN_ID }) },
  ],
  'factor.verify': [
    {
      about: "the owner's, with a challenge of nobody's",
      input: ({ factor_id }) => ({ factor_id, challenge_id: UNKNOWN_ID, code: CODE }),
    },
    {
      about: "the past sitter's, with a code of it",
      input: ({ app: { id, challenge, secret } }) => ({
        factor_id: id,
        challenge_id: challenge,
        code: generateSync({ secret, epoch: Math.floor(Date.now() / 1000) }),
      }),
    },
    {
      about: 'an unknown id',
      input: () => ({ factor_id: UNKNOWN_ID, challenge_id: UNKNOWN_ID, code: CODE }),
    },
  ],
  'factor.unenroll': [
    { about: "the owner's", input: ({ factor_id }) => ({ factor_id }) },
    { about: "the past sitter's", input: ({ app }) => ({ factor_id: app.id }) },
    { about: 'an unknown id', input: () => ({ factor_id: UNKNOWN_ID }) },
  ],
  'factor.makeRecoveryCodes': [{ about: 'their own' }],
  'factor.redeemRecoveryCode': [
    { harmless: true, about: 'a guess', input: () => ({ code: '0000-0000-0000-0000' }) },
    { about: 'a code of the owner', input: ({ recovery_code }) => ({ code: recovery_code }) },
  ],
  'factor.confirm': [
    {
      harmless: true,
      about: 'with a guessed password',
      input: () => ({ password: 'Wrong-Horse-1' }),
    },
    { about: "with the past sitter's password", input: () => ({ password: PASSWORD }) },
    { about: 'without a password', input: () => ({}) },
  ],
};
