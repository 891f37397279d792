import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, numeric, pgTable, uuid } from 'drizzle-orm/pg-core';
import { users } from './member.ts';

/**
 * Totals of published reviews, one row per member, so that the directory can have an index on
 * them. Written by triggers on `reviews` and `users`. [R9]
 */
export const ratings = pgTable(
  'ratings',
  {
    member_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Whether the member is listed in the directory. */
    is_listed: boolean().notNull(),
    rating_count: integer().notNull().default(0),
    /** The sum of all stars. */
    rating_sum: integer().notNull().default(0),
    would_repeat: integer().notNull().default(0),
    /** 0 without reviews, so that such members come last. */
    rating_average: numeric({ precision: 3, scale: 2, mode: 'number' })
      .notNull()
      .generatedAlwaysAs(
        sql`case when rating_count > 0 then round(rating_sum::numeric / rating_count, 2) else 0 end`,
      ),
  },
  (table) => [
    check(
      'ratings_counts',
      sql`${table.would_repeat} between 0 and ${table.rating_count} and ${table.rating_sum} between ${table.rating_count} and 5 * ${table.rating_count}`,
    ),
    index('ratings_in_order')
      .on(table.rating_average, table.rating_count, table.member_id)
      .where(sql`${table.is_listed}`),
  ],
);
