import { z } from 'zod';
import { WITHIN_MILES_MOST } from '../job/list-filter.ts';
import { deviceSchema } from '../security/schema.ts';
import { isTimeZone } from '../time/zone.ts';
import { idSchema, momentSchema } from '../transport/base.ts';
import {
  NOTIFICATION_TYPES,
  type NotificationType,
  SWITCHABLE_GROUPS,
  TYPES_OF_CHOICE,
} from './catalog.ts';
import { DIGESTIBLE_GROUPS, GROUP_NAMES, type NotificationGroup } from './groups.ts';

export const notificationTypeSchema = z.enum(
  Object.keys(NOTIFICATION_TYPES) as [NotificationType, ...NotificationType[]],
);
export const notificationGroupSchema = z.enum(GROUP_NAMES);

/** A notification as its recipient sees it, with its final text and link. */
export const notificationSchema = z.object({
  id: idSchema,
  group: notificationGroupSchema,
  title: z.string(),
  body: z.string(),
  href: z.string(),
  created_at: momentSchema,
  read_at: momentSchema.nullable(),
});
export type Notification = z.infer<typeof notificationSchema>;

/** Unread ones are counted up to this many: the bell then shows 99+. */
export const UNREAD_COUNTED = 100;

/** A member's unread notifications, and whether their mailbox refuses emails. */
export const unreadCountSchema = z.object({
  unread: z.int().min(0).max(UNREAD_COUNTED),
  mailbox_refuses: z.boolean(),
});

/** The delivery state of a notification's email; `none` has no email of its own. */
export const mailStateSchema = z.enum([
  'none',
  'queued',
  /** Accepted by a mail server; the final outcome is unknown. */
  'sent',
  /** The recipient's mail server reported that it is in their mailbox. */
  'delivered',
  /** The recipient's mail server refused their mailbox. */
  'bounced',
  'failed',
  'suppressed',
]);
export type MailState = z.infer<typeof mailStateSchema>;

/** Why an email was not sent, or not yet. */
export const mailReasonSchema = z.enum([
  'switched_off',
  'paused',
  'quiet_hours',
  'already_read',
  'no_longer_true',
  'too_late',
  'suspended',
  'unconfirmed',
  'unreachable',
  'rejected',
  'returned',
]);
export type MailReason = z.infer<typeof mailReasonSchema>;

/** A test notification that was sent, and why not by email, if so. */
export const testSentSchema = z.object({
  mail_reason: mailReasonSchema.extract(['unconfirmed']).nullable(),
});
export type TestSent = z.infer<typeof testSentSchema>;

const clockTimeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time');
export const quietHoursSchema = z.strictObject({ from: clockTimeSchema, to: clockTimeSchema });

const switchableSchema = z.enum(SWITCHABLE_GROUPS as [NotificationGroup, ...NotificationGroup[]]);
/** Groups that are switched off, each once. */
export const groupsOffSchema = z
  .array(switchableSchema)
  .max(SWITCHABLE_GROUPS.length)
  .transform((groups) => [...new Set(groups)]);

/**
 * Types whose emails are switched individually, on or off, whatever their group's switch is.
 * Switching a group also switches all its types.
 */
export const emailTypesSchema = z.partialRecord(
  z.enum(TYPES_OF_CHOICE as [NotificationType, ...NotificationType[]]),
  z.boolean(),
);
export type EmailTypes = z.infer<typeof emailTypesSchema>;

export const DIGEST_FREQUENCIES = ['daily', 'weekly'] as const;
export const digestFrequencySchema = z.enum(DIGEST_FREQUENCIES);

/** Groups whose emails wait for the digest, each once. */
const groupsInDigestSchema = z
  .array(z.enum(DIGESTIBLE_GROUPS as [NotificationGroup, ...NotificationGroup[]]))
  .max(DIGESTIBLE_GROUPS.length)
  .transform((groups) => [...new Set(groups)]);

/** The default distance for new jobs around a sitter's area, in miles. */
export const NEW_JOBS_MILES = 15;

/** Which new jobs a sitter is notified of, in addition to their profile's settings. */
export const newJobsSchema = z.strictObject({
  within_miles: z.int().min(1).max(WITHIN_MILES_MOST),
  only_when_free: z.boolean(),
});

/** One type of a group whose emails can be switched individually. */
export const typePreferenceSchema = z.object({
  type: notificationTypeSchema,
  label: z.string(),
  email: z.boolean(),
});
export type TypePreference = z.infer<typeof typePreferenceSchema>;

/** One row of the preferences: a group and its channels. */
export const groupPreferenceSchema = z.object({
  group: notificationGroupSchema,
  label: z.string(),
  hint: z.string(),
  bell: z.boolean(),
  email: z.boolean(),
  push: z.boolean(),
  /** Whether its emails wait for the digest. */
  in_digest: z.boolean(),
  can_switch_off: z.boolean(),
  can_digest: z.boolean(),
  /** Its types that the member may get; empty if the group can only be switched as a whole. */
  types: z.array(typePreferenceSchema),
});
export type GroupPreference = z.infer<typeof groupPreferenceSchema>;

export const notificationSettingsSchema = z.object({
  groups: z.array(groupPreferenceSchema),
  /** Null: emails are sent at any hour. */
  quiet_hours: quietHoursSchema.nullable(),
  /**
   * The time zone of the quiet hours: chosen, of the calendar, or of the last job posted; null
   * until known.
   */
  time_zone: z.string().nullable(),
  /** Until when no emails are sent; null if not paused. */
  paused_until: momentSchema.nullable(),
  digest: digestFrequencySchema,
  /** Since when the member's mailbox has refused emails; null while it accepts them. */
  bouncing_since: momentSchema.nullable(),
  /** Null for members who do not sit; `area` is null if their profile has none. */
  new_jobs: newJobsSchema.extend({ area: z.string().nullable() }).nullable(),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const PAUSE_DAYS_MAX = 60;

/** A change of the preferences; omitted fields stay. */
export const notificationSettingsChangeSchema = z.strictObject({
  bell_off: groupsOffSchema.optional(),
  email_off: groupsOffSchema.optional(),
  email_types: emailTypesSchema.optional(),
  push_off: groupsOffSchema.optional(),
  email_digest: groupsInDigestSchema.optional(),
  digest: digestFrequencySchema.optional(),
  new_jobs: newJobsSchema.optional(),
  quiet_hours: quietHoursSchema.nullable().optional(),
  time_zone: z.string().max(60).refine(isTimeZone, 'Please choose a time zone').optional(),
  /** For how many days from now; 0 ends the pause. */
  pause_days: z.int().min(0).max(PAUSE_DAYS_MAX).optional(),
});

/** What an emailed link shows: the email settings, and nothing about the member. */
export const mailedSettingsSchema = z.object({
  groups: z.array(
    groupPreferenceSchema.pick({
      group: true,
      label: true,
      hint: true,
      email: true,
      in_digest: true,
      types: true,
    }),
  ),
});
export type MailedSettings = z.infer<typeof mailedSettingsSchema>;

/** A change of these settings; omitted fields stay. */
export const mailedSettingsChangeSchema = notificationSettingsChangeSchema.pick({
  email_off: true,
  email_types: true,
});

/** An email or a push message as staff see it: without text and address. */
export const deliverySchema = z.object({
  id: idSchema,
  channel: z.enum(['email', 'push']),
  /** The type of a notification; for other emails their kind. */
  type: z.string(),
  /** The name of the type. */
  label: z.string(),
  /** Null for an email to somebody who is not a member. */
  member_id: idSchema.nullable(),
  full_name: z.string().nullable(),
  state: mailStateSchema,
  reason: mailReasonSchema.nullable(),
  created_at: momentSchema,
  mailed_at: momentSchema.nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** A browser's push subscription (RFC 8030, RFC 8291). */
export const pushSubscriptionSchema = z.strictObject({
  /** In the form in which browsers send it: its bytes are its characters. */
  endpoint: z
    .url({ protocol: /^https?$/ })
    .max(1000)
    .regex(/^[!-~]+$/),
  keys: z.strictObject({
    /** A point of P-256 and 16 random bytes, base64url. */
    p256dh: z.string().regex(/^[\w-]{86,88}=?$/),
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
  /**
   * The previous endpoint of this browser, which may be the same one. If it is set, push is enabled
   * only if that endpoint was the caller's. So push resumes after signing in again or after the
   * browser renews the endpoint, but never for another member in that browser.
   */
  replaces: z.string().max(1000).optional(),
});

/** One device that shows the caller's notifications. */
export const pushDeviceSchema = deviceSchema.extend({
  id: idSchema,
  /** Whether it is the current session. */
  is_current: z.boolean(),
  created_at: momentSchema,
});
export type PushDevice = z.infer<typeof pushDeviceSchema>;

export const pushDevicesSchema = z.object({
  /**
   * The public key for subscribing, base64url: push services refuse messages signed with another
   * key.
   */
  public_key: z.string(),
  items: z.array(pushDeviceSchema),
});

/**
 * The address where calendars read a member's jobs: it needs no session, so it must stay private.
 */
export const calendarFeedSchema = z.object({ url: z.string().nullable() });

/** Why a member's own calendar could not be read last time. */
export const busyProblemSchema = z.enum(['unreachable', 'no_calendar', 'too_large']);
export type BusyProblem = z.infer<typeof busyProblemSchema>;

/** Years of one person's full calendar take about a third of it. */
export const CALENDAR_BYTES_MAX = 5_000_000;
/** The most busy times stored, nearest first. */
export const BUSY_TIMES_MAX = 2000;
/** How many days ahead busy times are stored. */
export const BUSY_DAYS_AHEAD = 400;

/** The calendar with a member's busy times; all null if there is none. */
export const busyCalendarSchema = z.object({
  /** Only its host: the full address gives access to it, and is never sent back. */
  host: z.string().nullable(),
  /** When it was last read; null before the first time. */
  read_at: momentSchema.nullable(),
  problem: busyProblemSchema.nullable(),
});
export type BusyCalendar = z.infer<typeof busyCalendarSchema>;

/** The address of an iCalendar file; calendar apps also write `webcal:` for `https:`. */
export const busyCalendarFormSchema = z.strictObject({
  url: z
    .string()
    .trim()
    .max(1000)
    .transform((url) => url.replace(/^webcals?:/i, 'https:'))
    .pipe(
      z.url({ protocol: /^https?$/, error: 'Please enter an address that starts with https://' }),
    ),
});
