import { sql } from 'drizzle-orm';
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Newsletter subscriptions: active only once the mailbox has confirmed. [P6] */
export const newsletterSubscriptions = pgTable(
  'newsletter_subscriptions',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    email: text().notNull().unique(),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    /** When its mailbox was asked to confirm; null without a mail server, which asks nobody. */
    asked_at: timestamp({ withTimezone: true }),
    confirmed_at: timestamp({ withTimezone: true }),
    unsubscribed_at: timestamp({ withTimezone: true }),
  },
  (table) => [index('newsletter_newest').on(table.created_at, table.id)],
);
