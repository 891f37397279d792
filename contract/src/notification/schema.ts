import { z } from 'zod';
import { isTimeZone } from '../time/zone.ts';
import { idSchema, momentSchema } from '../transport/base.ts';
import {
  NOTIFICATION_GROUPS,
  NOTIFICATION_TYPES,
  type NotificationGroup,
  type NotificationType,
  SWITCHABLE_GROUPS,
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
export const mailStateSchema = z.enum(['none', 'queued', 'sent', 'failed', 'suppressed']);
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

/** One row of the preferences: a group and the channels that bring it. */
export const groupPreferenceSchema = z.object({
  group: notificationGroupSchema,
  label: z.string(),
  hint: z.string(),
  bell: z.boolean(),
  email: z.boolean(),
  can_switch_off: z.boolean(),
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
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const PAUSE_DAYS_MAX = 60;

/** A change of the preferences; what is left out stays. */
export const notificationSettingsChangeSchema = z.strictObject({
  bell_off: groupsOffSchema.optional(),
  email_off: groupsOffSchema.optional(),
  quiet_hours: quietHoursSchema.nullable().optional(),
  time_zone: z.string().max(60).refine(isTimeZone, 'Please choose a time zone').optional(),
  /** From now on so many days; 0 ends the pause. */
  pause_days: z.int().min(0).max(PAUSE_DAYS_MAX).optional(),
});

/** What a mailed link opens: which emails come, and nothing about the person who gets them. */
export const mailedSettingsSchema = z.object({
  groups: z.array(
    groupPreferenceSchema.pick({ group: true, label: true, hint: true, email: true }),
  ),
});

/** One email of a notification as staff see it: neither text nor address. */
export const deliverySchema = z.object({
  id: idSchema,
  type: notificationTypeSchema,
  member_id: idSchema,
  full_name: z.string(),
  state: mailStateSchema,
  reason: mailReasonSchema.nullable(),
  created_at: momentSchema,
  mailed_at: momentSchema.nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;
