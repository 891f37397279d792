import { reliabilitySideSchema } from '@kindpal/contract/member/reliability';
import { sql } from 'drizzle-orm';
import { check, integer, interval, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { oneOf, valuesOf } from './columns.ts';
import { users } from './member.ts';

/** How a member's claimed jobs ended, in each role; maintained by a trigger on `job_claims`. */
export const reliability = pgTable(
  'reliability',
  {
    member_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    side: text({ enum: valuesOf(reliabilitySideSchema) }).notNull(),
    finished: integer().notNull().default(0),
    cancelled: integer().notNull().default(0),
    no_shows: integer().notNull().default(0),
    /** Null before the first cancellation. */
    shortest_notice: interval(),
  },
  (table) => [
    primaryKey({ columns: [table.member_id, table.side] }),
    oneOf('reliability_side', table.side, reliabilitySideSchema.options),
    check(
      'reliability_counts',
      sql`least(${table.finished}, ${table.cancelled}, ${table.no_shows}) >= 0`,
    ),
  ],
);
