import { z } from 'zod';
import { WITHIN_MILES_MOST } from '../job/list-filter.ts';
import { deviceSchema } from '../security/schema.ts';
import { isTimeZone } from '../time/zone.ts';
import { idSchema, momentSchema } from '../transport/base.ts';
import {
  DIGESTIBLE_GROUPS,
  NOTIFICATION_GROUPS,
  NOTIFICATION_TYPES,
  type NotificationGroup,
  type NotificationType,
  SWITCHABLE_GROUPS,
  TYPES_OF_CHOICE,
} from './catalog.ts';

export const notificationTypeSchema = z.enum(
  Object.keys(NOTIFICATION_TYPES) as [NotificationType, ...NotificationType[]],
);
export const notificationGroupSchema = z.enum(
  Object.keys(NOTIFICATION_GROUPS) as [NotificationGroup, ...NotificationGroup[]],
);

/** One notification as its reader sees it: its text is made, its link leads into the product. */
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

/** How many unread ones are counted at most: the bell then shows 99+. */
export const UNREAD_COUNTED = 100;

/** What becomes of a notification's email; `none` has no email of its own. */
export const mailStateSchema = z.enum([
  'none',
  'queued',
  /** A mail server took it; what became of it then is not known. */
  'sent',
  /** The mail server of its reader reported that it lies in their mailbox. */
  'delivered',
  /** The mail server of its reader does not know or take their mailbox. */
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
  'unreachable',
  'rejected',
  'returned',
]);
export type MailReason = z.infer<typeof mailReasonSchema>;

const clockTimeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time');
export const quietHoursSchema = z.strictObject({ from: clockTimeSchema, to: clockTimeSchema });

const switchableSchema = z.enum(SWITCHABLE_GROUPS as [NotificationGroup, ...NotificationGroup[]]);
/** Groups that are switched off, each once. */
export const groupsOffSchema = z
  .array(switchableSchema)
  .max(SWITCHABLE_GROUPS.length)
  .transform((groups) => [...new Set(groups)]);

/**
 * Types whose emails are switched by themselves, on or off, whatever their group is. A group that is
 * switched takes all its types along.
 */
export const emailTypesSchema = z.partialRecord(
  z.enum(TYPES_OF_CHOICE as [NotificationType, ...NotificationType[]]),
  z.boolean(),
);
export type EmailTypes = z.infer<typeof emailTypesSchema>;

export const DIGEST_FREQUENCIES = ['daily', 'weekly'] as const;
export const digestFrequencySchema = z.enum(DIGEST_FREQUENCIES);
export type DigestFrequency = z.infer<typeof digestFrequencySchema>;

/** Groups whose emails wait for the digest, each once. */
const groupsInDigestSchema = z
  .array(z.enum(DIGESTIBLE_GROUPS as [NotificationGroup, ...NotificationGroup[]]))
  .max(DIGESTIBLE_GROUPS.length)
  .transform((groups) => [...new Set(groups)]);

/** How far a new job may be from a sitter's area unless they choose otherwise, in miles. */
export const NEW_JOBS_MILES = 15;

/** Which new jobs a sitter is told of, beside what their profile says. */
export const newJobsSchema = z.strictObject({
  within_miles: z.int().min(1).max(WITHIN_MILES_MOST),
  only_when_free: z.boolean(),
});
export type NewJobs = z.infer<typeof newJobsSchema>;

/** One type of a group whose emails are switched by themselves. */
export const typePreferenceSchema = z.object({
  type: notificationTypeSchema,
  label: z.string(),
  email: z.boolean(),
});
export type TypePreference = z.infer<typeof typePreferenceSchema>;

/** One row of the preferences: a group and the channels that bring it. */
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
  /** Its types that may come to the member; none where the group is switched as a whole only. */
  types: z.array(typePreferenceSchema),
});
export type GroupPreference = z.infer<typeof groupPreferenceSchema>;

export const notificationSettingsSchema = z.object({
  groups: z.array(groupPreferenceSchema),
  /** Null: emails come at any hour. */
  quiet_hours: quietHoursSchema.nullable(),
  /** The clock of the quiet hours; null until it is known. */
  time_zone: z.string().nullable(),
  /** Until when no email is sent; null when they are. */
  paused_until: momentSchema.nullable(),
  digest: digestFrequencySchema,
  /** Since when the member's mailbox has refused emails; null while it takes them. */
  bouncing_since: momentSchema.nullable(),
  /** Null for members who do not sit; `area` is null while their profile names none. */
  new_jobs: newJobsSchema.extend({ area: z.string().nullable() }).nullable(),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const PAUSE_DAYS_MAX = 60;

/** A change of the preferences; what is left out stays. */
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
  /** From now on so many days; 0 ends the pause. */
  pause_days: z.int().min(0).max(PAUSE_DAYS_MAX).optional(),
});

/** What a mailed link opens: which emails come, and nothing about the person who gets them. */
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

/** A change of the same; what is left out stays. */
export const mailedSettingsChangeSchema = notificationSettingsChangeSchema.pick({
  email_off: true,
  email_types: true,
});

/** One email of a notification as staff see it: neither text nor address. */
export const deliverySchema = z.object({
  id: idSchema,
  type: notificationTypeSchema,
  /** What the type is called. */
  label: z.string(),
  member_id: idSchema,
  full_name: z.string(),
  state: mailStateSchema,
  reason: mailReasonSchema.nullable(),
  created_at: momentSchema,
  mailed_at: momentSchema.nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** What a browser gives that is asked for push messages (RFC 8030, RFC 8291). */
export const pushSubscriptionSchema = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  keys: z.strictObject({
    /** A point of P-256 and 16 random bytes, base64url. */
    p256dh: z.string().regex(/^[\w-]{86,88}=?$/),
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
});

/** One device that shows the caller's notifications. */
export const pushDeviceSchema = deviceSchema.extend({
  id: idSchema,
  /** Whether it is the session that asks. */
  is_current: z.boolean(),
  created_at: momentSchema,
});
export type PushDevice = z.infer<typeof pushDeviceSchema>;

export const pushDevicesSchema = z.object({
  /** What browsers are asked with, base64url: messages of others are refused by their service. */
  public_key: z.string(),
  items: z.array(pushDeviceSchema),
});

/** Where calendars read the jobs that a member holds or posted: no session is needed, so it is theirs alone. */
export const calendarFeedSchema = z.object({ url: z.string().nullable() });

/** Why a member's own calendar could not be read the last time. */
export const busyProblemSchema = z.enum(['unreachable', 'no_calendar', 'too_large']);
export type BusyProblem = z.infer<typeof busyProblemSchema>;

/** Years of a full calendar of one person take about a third of it. */
export const CALENDAR_BYTES_MAX = 5_000_000;
/** How many busy times are kept, the nearest first. */
export const BUSY_TIMES_MAX = 2000;
/** How far ahead busy times are kept, in days. */
export const BUSY_DAYS_AHEAD = 400;

/** The calendar that a member's busy times are read from; all null without one. */
export const busyCalendarSchema = z.object({
  /** Its host: the whole address is a key to it, and never leaves the server again. */
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
