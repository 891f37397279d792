import { z } from 'zod';
import { inviteCodeSchema } from '../invite/code.ts';
import { NAME_MAX, roleSchema } from '../member/role.ts';
import { cleanText, emailSchema, passwordSchema } from '../text/schema.ts';
import { TERMS_VERSION } from './schema.ts';

/** Metadata of sign-up: it can only choose a marketplace role, never an administrative one. [U1] */
export const signUpDataSchema = z.strictObject({
  full_name: cleanText({ label: 'Full name', max: NAME_MAX * 2 }),
  role: roleSchema.default('pet_owner'),
});

/** API clients ask for tokens in the body; browsers get cookies. */
export const returnTokens = z.boolean().default(false);

export const signUpSchema = z.strictObject({
  email: emailSchema,
  password: passwordSchema,
  invite_code: inviteCodeSchema,
  data: signUpDataSchema,
  /** Consent to the terms, and an age of 18 or over. */
  accepts_terms: z.literal(true, { error: 'Please accept the terms to join' }),
  /** The version that the person read; without it the current one counts. */
  terms_version: z
    .literal(TERMS_VERSION, {
      error: 'Our terms have changed. Please reload this page and read them.',
    })
    .optional(),
  is_adult: z.literal(true, { error: 'You must be 18 or over to join' }),
  return_tokens: returnTokens,
});
