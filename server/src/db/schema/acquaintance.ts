import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './member.ts';

const member = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * Members connected by an invite or a finished job: each pair in both orders, so that a step of a
 * path is one index look-up. Written by triggers on `users`, `invites` and `job_claims`.
 */
export const acquaintances = pgTable(
  'acquaintances',
  {
    member_id: member(),
    other_id: member(),
    since: timestamp({ withTimezone: true }).notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.member_id, table.other_id] }),
    index('acquaintances_newest').on(table.member_id, table.since, table.other_id),
    index('acquaintances_by_other').on(table.other_id),
  ],
);
