import { offerKindSchema } from '@kindpal/contract/offer/schema';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { oneOf, valuesOf } from './columns.ts';
import { jobs } from './job.ts';
import { users } from './member.ts';

/**
 * Sitters who may claim a job before others: those its owner asks first, and those who wait for a
 * claimed job to open again. One row per sitter and job; times are by the database clock.
 */
export const jobOffers = pgTable(
  'job_offers',
  {
    job_id: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    sitter_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: valuesOf(offerKindSchema) }).notNull(),
    /**
     * Whether the owner asked this sitter before they joined the line: requirements do not apply.
     */
    was_asked: boolean().notNull().default(false),
    /** The order of the waiting line. */
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    /** Until when it is valid; null while its sitter waits for the job to open again. */
    until_at: timestamp({ withTimezone: true }),
    /** When the sitter declined. */
    passed_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.job_id, table.sitter_id] }),
    index('job_offers_by_sitter').on(table.sitter_id, table.created_at, table.job_id),
    index('job_offers_in_order').on(table.job_id, table.until_at),
    oneOf('job_offers_kind', table.kind, offerKindSchema.options),
  ],
);
