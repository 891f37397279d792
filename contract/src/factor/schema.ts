import { z } from 'zod';
import { idSchema, momentSchema } from '../transport/base.ts';

/** How many factors a member can have. [U13] */
export const FACTORS_MAX = 10;
/** How many recovery codes are made at once; they replace the earlier ones. [U13] */
export const RECOVERY_CODES = 10;
/** The longest name of a factor, in characters. */
export const FACTOR_NAME_MAX = 120;
/** How many days a trusted device is not asked for a second factor. [U13] */
export const TRUSTED_DAYS = 30;
/** For how many minutes a sign-in or the password counts as proof for changing factors. [U10] */
export const CONFIRMED_MINUTES = 10;

export const FACTOR_TYPES = ['totp', 'phone'] as const;
export const FACTOR_STATUSES = ['unverified', 'verified'] as const;

/** A second factor as its own member sees it; an unverified one protects nothing yet. [U13] */
export const factorSchema = z.object({
  id: idSchema,
  friendly_name: z.string().nullable(),
  factor_type: z.enum(FACTOR_TYPES),
  status: z.enum(FACTOR_STATUSES),
  created_at: momentSchema,
  updated_at: momentSchema,
  last_used_at: momentSchema.nullable(),
});
export type Factor = z.infer<typeof factorSchema>;

/** The assurance level of a session: aal2 after a second factor. [U13] */
export const aalSchema = z.enum(['aal1', 'aal2']);

export const factorNameSchema = z.string().trim().max(FACTOR_NAME_MAX, 'This name is too long');

/** Six digits, with any grouping. */
export const factorCodeSchema = z
  .string()
  .max(50)
  .transform((code) => code.replace(/\s/g, ''));
