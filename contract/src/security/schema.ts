import { z } from 'zod';
import { idSchema, momentSchema } from '../transport/base.ts';

/** For how long members see what happened to their account, in days. [U6] */
export const SECURITY_EVENT_DAYS = 90;

/** What happens to an account and its member should know of. [U6] [U13] */
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

/** What a browser or program calls itself; null where it does not say. */
export const deviceSchema = z.object({
  browser: z.string().nullable(),
  os: z.string().nullable(),
});
export type Device = z.infer<typeof deviceSchema>;

/** A session of the caller, as the device that it is on. [U6] */
export const sessionDeviceSchema = deviceSchema.extend({
  id: idSchema,
  created_at: momentSchema,
  /** To the hour. */
  last_used_at: momentSchema,
  is_current: z.boolean(),
});
export type SessionDevice = z.infer<typeof sessionDeviceSchema>;

/** One thing that happened to the caller's account. [U6] */
export const securityEventSchema = deviceSchema.extend({
  id: idSchema,
  kind: securityEventKindSchema,
  /** What it was about, such as the name of a passkey. */
  detail: z.string().nullable(),
  /** Failures from one network within an hour are one event. */
  times: z.int(),
  created_at: momentSchema,
});
export type SecurityEvent = z.infer<typeof securityEventSchema>;
