import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './member.ts';

/** A member's favorite sitters; private to that member. A block removes the blocker's favorite. */
export const memberFavorites = pgTable(
  'member_favorites',
  {
    member_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    favorite_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.member_id, table.favorite_id] }),
    check('member_favorites_other', sql`${table.member_id} <> ${table.favorite_id}`),
    index('member_favorites_by_favorite').on(table.favorite_id),
    index('member_favorites_newest').on(table.member_id, table.created_at, table.favorite_id),
  ],
);
