import {
  busyProblemSchema,
  digestFrequencySchema,
  type EmailTypes,
  mailReasonSchema,
  mailStateSchema,
  NEW_JOBS_MILES,
  notificationTypeSchema,
} from '@kindpal/contract/notification/schema';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { authSession } from './account.ts';
import { oneOf, valuesOf } from './columns.ts';
import { jobs } from './job.ts';
import { users } from './member.ts';

/**
 * Notifications of members, written by triggers in the transaction of their event, and by scheduled
 * tasks. The rows are both the bell's list and the outbox of emails. A member who switched a group
 * off on every channel gets no row (`choose_channels`).
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    member_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text({ enum: valuesOf(notificationTypeSchema) }).notNull(),
    /** Identifies the event, so that nobody is notified of it twice. */
    event_key: text().notNull(),
    /**
     * The subject of the linked page: a job, a claim's chat, a member; otherwise its own member.
     */
    subject_id: uuid().notNull(),
    job_id: uuid().references(() => jobs.id, { onDelete: 'cascade' }),
    claim_id: uuid(),
    /** Who caused it. No foreign key: they may have left; an invited member's row comes later. */
    actor_id: uuid(),
    /** The title at that time: a former sitter must not see later ones. */
    job_title: text(),
    in_bell: boolean().notNull().default(true),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    read_at: timestamp({ withTimezone: true }),
    mail_state: text({ enum: valuesOf(mailStateSchema) })
      .notNull()
      .default('queued'),
    /** When its email is due; null once a task sends it. */
    mail_due_at: timestamp({ withTimezone: true }),
    mail_reason: text({ enum: valuesOf(mailReasonSchema) }),
    mailed_at: timestamp({ withTimezone: true }),
    /** Whether its email waits for the digest of its member. */
    in_digest: boolean().notNull().default(false),
    /** When its push messages are due; null once tasks send them, or without any. */
    push_due_at: timestamp({ withTimezone: true }),
    /** The digest that contains its email. */
    digest_id: uuid(),
  },
  (table) => [
    uniqueIndex('notifications_once').on(table.member_id, table.type, table.event_key),
    // The bell's list reads both indexes in order, so a new row is added to only one of them.
    index('notifications_unread')
      .on(table.member_id, table.created_at, table.id)
      .where(sql`${table.in_bell} and ${table.read_at} is null`),
    index('notifications_read')
      .on(table.member_id, table.created_at, table.id)
      .where(sql`${table.in_bell} and ${table.read_at} is not null`),
    // New jobs write thousands of rows, which are found by the index on their job instead.
    index('notifications_unread_subject')
      .on(table.member_id, table.subject_id)
      .where(sql`${table.read_at} is null and ${table.type} <> 'new_jobs.fits'`),
    index('notifications_due').on(table.mail_due_at).where(sql`${table.mail_due_at} is not null`),
    index('notifications_push_due')
      .on(table.push_due_at)
      .where(sql`${table.push_due_at} is not null`),
    index('notifications_by_digest').on(table.digest_id).where(sql`${table.digest_id} is not null`),
    index('notifications_bounced')
      .on(table.created_at, table.id)
      .where(sql`${table.mail_state} = 'bounced'`),
    index('notifications_by_job')
      .on(table.job_id, table.member_id)
      .where(sql`${table.job_id} is not null`),
    index('notifications_by_age').on(table.created_at, table.id),
    index('notifications_failed')
      .on(table.created_at, table.id)
      .where(sql`${table.mail_state} = 'failed'`),
    oneOf('notifications_type', table.type, notificationTypeSchema.options),
    oneOf('notifications_mail_state', table.mail_state, mailStateSchema.options),
    oneOf('notifications_mail_reason', table.mail_reason, mailReasonSchema.options),
    check(
      'notifications_due_is_queued',
      sql`${table.mail_due_at} is null or ${table.mail_state} = 'queued'`,
    ),
  ],
);

/** A member's preferences. Without any there is no row, or one for the link in their emails. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    member_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The id in links of emails; replacing it revokes all links that were sent. */
    link_id: uuid().notNull().unique().default(sql`gen_random_uuid()`),
    bell_off: text().array().notNull().default(sql`'{}'`),
    email_off: text().array().notNull().default(sql`'{}'`),
    /** Types whose emails are switched on or off separately from their group (`is_emailed`). */
    email_types: jsonb().$type<EmailTypes>().notNull().default({}),
    push_off: text().array().notNull().default(sql`'{}'`),
    /** HH:mm in the member's time zone; both null for no quiet hours. */
    quiet_from: text().default('22:00'),
    quiet_to: text().default('07:00'),
    time_zone: text(),
    paused_until: timestamp({ withTimezone: true }),
    /** How often the digest is sent, and the groups whose emails wait for it. */
    digest: text({ enum: valuesOf(digestFrequencySchema) })
      .notNull()
      .default('daily'),
    email_digest: text().array().notNull().default(sql`'{}'`),
    /** Since when the mailbox has refused emails; a trigger resets it when the address changes. */
    bouncing_since: timestamp({ withTimezone: true }),
    /** Which new jobs a sitter is notified of. */
    within_miles: integer().notNull().default(NEW_JOBS_MILES),
    only_when_free: boolean().notNull().default(true),
    /** The id in the address of the member's calendar feed; null without a feed. */
    calendar_id: uuid().unique(),
  },
  (table) => [
    oneOf('notification_settings_digest', table.digest, digestFrequencySchema.options),
    check('notification_settings_types', sql`jsonb_typeof(${table.email_types}) = 'object'`),
    check('notification_settings_miles', sql`${table.within_miles} between 1 and 100`),
    check(
      'notification_settings_quiet',
      sql`(${table.quiet_from} is null) = (${table.quiet_to} is null)`,
    ),
  ],
);

/**
 * A browser that shows a member's notifications while they are signed in there. After they sign out
 * it shows nothing, until the same member signs in again in this browser.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    member_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null while its member is signed out there. */
    session_id: uuid().references(() => authSession.id, { onDelete: 'set null' }),
    /** The address that its messages are posted to; only the browser and this server know it. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('push_subscriptions_by_member').on(table.member_id),
    index('push_subscriptions_by_session').on(table.session_id),
    check('push_subscriptions_endpoint', sql`char_length(${table.endpoint}) <= 1000`),
  ],
);

/**
 * The delivery status of emails that commands send by themselves (codes, links, decisions) and of
 * push messages to single devices. Emails of notifications have it in their own row.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    /** The email's name in its headers; a push message's is made of its notification and device. */
    id: uuid().primaryKey(),
    channel: text({ enum: ['email', 'push'] }).notNull(),
    /** The kind of the email, or the type of the notification. */
    type: text().notNull(),
    /** Null for an email to somebody who is no member. */
    member_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: valuesOf(mailStateSchema) }).notNull(),
    reason: text({ enum: valuesOf(mailReasonSchema) }),
    created_at: timestamp({ withTimezone: true }).notNull(),
    /** The notification that a push message shows; the request or report that an email is about. */
    about_id: uuid(),
    /** When a mail server or a push service accepted it. */
    mailed_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('deliveries_by_age').on(table.created_at, table.id),
    index('deliveries_by_member').on(table.member_id),
    index('deliveries_failed').on(table.created_at, table.id).where(sql`${table.state} = 'failed'`),
    index('deliveries_bounced')
      .on(table.created_at, table.id)
      .where(sql`${table.state} = 'bounced'`),
    oneOf('deliveries_channel', table.channel, ['email', 'push']),
    oneOf('deliveries_state', table.state, mailStateSchema.options),
    oneOf('deliveries_reason', table.reason, mailReasonSchema.options),
  ],
);

/** The key pair that identifies this instance to push services (RFC 8292), its secret encrypted. */
export const pushKeys = pgTable(
  'push_keys',
  {
    only_row: boolean().primaryKey().default(true),
    public_key: text().notNull(),
    private_key: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('push_keys_only_row', sql`${table.only_row}`)],
);

/** A member's own calendar, which their busy times are read from. */
export const busyCalendars = pgTable(
  'busy_calendars',
  {
    member_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Encrypted, because anyone with the address can read the calendar. */
    sealed_url: text().notNull(),
    /** When it is read next. */
    due_at: timestamp({ withTimezone: true }).notNull(),
    read_at: timestamp({ withTimezone: true }),
    problem: text({ enum: valuesOf(busyProblemSchema) }),
  },
  (table) => [
    index('busy_calendars_due').on(table.due_at),
    oneOf('busy_calendars_problem', table.problem, busyProblemSchema.options),
  ],
);

/** When a member is busy, and nothing about why. */
export const busyTimes = pgTable(
  'busy_times',
  {
    member_id: uuid()
      .notNull()
      .references(() => busyCalendars.member_id, { onDelete: 'cascade' }),
    start_date: timestamp({ withTimezone: true }).notNull(),
    end_date: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.member_id, table.start_date] }),
    check('busy_times_order', sql`${table.start_date} < ${table.end_date}`),
  ],
);
