import { sql } from 'drizzle-orm';
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { invites } from './invite.ts';
import { users } from './member.ts';

/** The waiting list; staff send an invite to those whose mailbox has confirmed. [P4] */
export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    email: text().notNull().unique(),
    full_name: text().notNull(),
    note: text(),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    /** When its mailbox was asked to confirm; null without a mail server, which asks nobody. */
    asked_at: timestamp({ withTimezone: true }),
    confirmed_at: timestamp({ withTimezone: true }),
    invited_at: timestamp({ withTimezone: true }),
    invited_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    invite_id: uuid().references(() => invites.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('waitlist_newest').on(table.created_at, table.id),
    index('waitlist_by_inviter').on(table.invited_by).where(sql`${table.invited_by} is not null`),
    index('waitlist_invite').on(table.invite_id),
  ],
);
