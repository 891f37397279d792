import { z } from 'zod';
import { idSchema, momentSchema } from '../transport/base.ts';

/** So many factors one member may have at a time. [U13] */
export const FACTORS_MAX = 10;
/** So many recovery codes are made at once, and replace those before. [U13] */
export const RECOVERY_CODES = 10;
/** A factor is told from others by a name of at most so many characters. */
export const FACTOR_NAME_MAX = 120;
/** For how many days a device that is trusted is not asked for a second factor. [U13] */
export const TRUSTED_DAYS = 30;
/** A sign-in or the password counts for this many minutes as proof before a factor changes. [U10] */
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

/** How far a session is proved: aal2 after a second factor. [U13] */
export const aalSchema = z.enum(['aal1', 'aal2']);

export const factorNameSchema = z.string().trim().max(FACTOR_NAME_MAX, 'This name is too long');

/** Six digits, however they are grouped. */
export const factorCodeSchema = z
  .string()
  .max(50)
  .transform((code) => code.replace(/\s/g, ''));
