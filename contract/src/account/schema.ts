import { z } from 'zod';
import { aalSchema, factorSchema } from '../factor/schema.ts';
import { activeRoleSchema, roleSchema } from '../member/role.ts';
import { appRoleSchema } from '../staff/schema.ts';
import { momentSchema, uuidSchema } from '../transport/base.ts';

/** The date of the current terms; change it whenever their text changes. [U1] */
export const TERMS_VERSION = '2026-11-25';

/** Accounts whose address is not confirmed within this many days are removed. [U1] */
export const CONFIRM_DAYS = 7;

/** A way to sign in: `email` for a password, else the id of an outside provider. [U12] */
export const identitySchema = z.object({
  id: z.string(),
  provider: z.string(),
  /** The address that the provider verified; null for a password. */
  email: z.string().nullable(),
});

/** The signed-in account: who it is, and what the shell needs to draw. [U7] [U15] */
export const accountSchema = z.object({
  id: uuidSchema,
  email: z.string(),
  email_verified: z.boolean(),
  /**
   * The deadline to confirm the address, needed before they can post, claim, invite or start a
   * chat; null if confirmed. [U1]
   */
  confirm_email_by: momentSchema.nullable(),
  created_at: momentSchema,
  /** Their verified phone number in E.164. [U9] */
  phone: z.string().nullable(),
  /** A new address that is not confirmed yet. */
  new_email: z.string().nullable(),
  /** When the account will be deleted, if the member has asked for that. [X1] */
  deletion_due_at: momentSchema.nullable(),
  full_name: z.string(),
  profile_image_url: z.string().nullable(),
  role: roleSchema,
  active_role: activeRoleSchema,
  app_role: appRoleSchema,
  user_metadata: z.object({ full_name: z.string(), role: roleSchema }),
  identities: z.array(identitySchema),
  factors: z.array(factorSchema),
  /**
   * Staff whose role has no effect in this session because they have not used a second factor.
   * [U13]
   */
  needs_factor: z.boolean(),
});
export type Account = z.infer<typeof accountSchema>;

/** A session. Browsers hold it in a cookie and read null for both tokens. [U7] */
export const sessionSchema = z.object({
  access_token: z.string().nullable(),
  refresh_token: z.string().nullable(),
  /** Unix seconds; the session must be refreshed before. */
  expires_at: z.int(),
  aal: aalSchema,
  /**
   * Whether a second factor is still missing. For 10 minutes such a session can only verify one
   * or sign out, and reveals nothing but which factors there are. [U13]
   */
  awaits_factor: z.boolean(),
  user: accountSchema,
});
export type Session = z.infer<typeof sessionSchema>;
