import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './member.ts';

/** Blocks between members, which apply both ways. Small, and read by many statements. */
export const memberBlocks = pgTable(
  'member_blocks',
  {
    blocker_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blocked_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.blocker_id, table.blocked_id] }),
    check('member_blocks_other', sql`${table.blocker_id} <> ${table.blocked_id}`),
    index('member_blocks_by_blocked').on(table.blocked_id, table.blocker_id),
    index('member_blocks_lately').on(table.created_at),
    index('member_blocks_newest').on(table.blocker_id, table.created_at, table.blocked_id),
  ],
);
