import { sql } from 'drizzle-orm';
import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './member.ts';

/** Which versions of the guidelines a member agreed to, and when. */
export const guidelineConsents = pgTable(
  'guideline_consents',
  {
    member_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    version: text().notNull(),
    agreed_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.member_id, table.version] })],
);
