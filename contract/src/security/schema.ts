import { z } from 'zod';
import { idSchema, momentSchema } from '../transport/base.ts';

/** How many days members see security events. [U6] */
export const SECURITY_EVENT_DAYS = 90;

/** Events of an account that its member should know about. [U6] [U13] */
export const SECURITY_EVENT_KINDS = [
  'signed_in',
  'new_device',
  'sign_in_failed',
  'session_ended',
  'password_changed',
  'email_change_asked',
  'email_changed',
  'email_restored',
  'disowned',
  'factor_added',
  'factor_removed',
  'factors_reset',
  'phone_added',
  'phone_removed',
  'passkey_added',
  'passkey_removed',
  'identity_linked',
  'identity_unlinked',
  'recovery_codes_made',
  'recovery_code_used',
  'deletion_asked',
  'deletion_withdrawn',
  'export_asked',
  'domain_assigned',
  'domain_removed',
] as const;
export const securityEventKindSchema = z.enum(SECURITY_EVENT_KINDS);
export type SecurityEventKind = z.infer<typeof securityEventKindSchema>;

/** The name that a browser or program sends; null if none. */
export const deviceSchema = z.object({
  browser: z.string().nullable(),
  os: z.string().nullable(),
});
export type Device = z.infer<typeof deviceSchema>;

/** A session of the caller, shown as a device. [U6] */
export const sessionDeviceSchema = deviceSchema.extend({
  id: idSchema,
  created_at: momentSchema,
  /** Rounded to the hour. */
  last_used_at: momentSchema,
  is_current: z.boolean(),
});
export type SessionDevice = z.infer<typeof sessionDeviceSchema>;

/** A security event of the caller's account. [U6] */
export const securityEventSchema = deviceSchema.extend({
  id: idSchema,
  kind: securityEventKindSchema,
  /** What the event was about, such as the name of a passkey. */
  detail: z.string().nullable(),
  /** Failures from one network within an hour are a single event. */
  times: z.int(),
  created_at: momentSchema,
});
export type SecurityEvent = z.infer<typeof securityEventSchema>;

/** How an account is protected by password and address. [U6] */
export const securityOverviewSchema = z.object({
  has_password: z.boolean(),
  password_changed_at: momentSchema.nullable(),
  is_email_confirmed: z.boolean(),
  has_passkey: z.boolean(),
  /**
   * Whether one of the passkeys is accepted as proof of identity: added more than 72 hours ago.
   * [U10]
   */
  takes_passkey: z.boolean(),
  /**
   * Whether a code from `account.reauthenticate` is accepted as proof of identity: within 10
   * minutes of signing in. [U10]
   */
  takes_code: z.boolean(),
});
export type SecurityOverview = z.infer<typeof securityOverviewSchema>;
