import { claimEndSchema } from '@kindpal/contract/claim/schema';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { oneOf, valuesOf } from './columns.ts';
import { jobs } from './job.ts';
import { users } from './member.ts';

/** Claims keep their history: releasing ends one, it never deletes it. */
export const jobClaims = pgTable(
  'job_claims',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    job_id: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    sitter_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    claimed_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    started_at: timestamp({ withTimezone: true }),
    completed_at: timestamp({ withTimezone: true }),
    confirmed_at: timestamp({ withTimezone: true }),
    ended_at: timestamp({ withTimezone: true }),
    end_reason: text({ enum: valuesOf(claimEndSchema) }),
    ended_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    end_note: text(),
    /** Whether the sitter may hold an overlapping claim at the same time; checked on insert. */
    may_overlap: boolean().notNull().default(true),
    /** Copies of the job's times, so that the database can refuse an exact double booking. */
    start_date: timestamp({ withTimezone: true }).notNull(),
    end_date: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    // Messages reference both columns, so that a message always belongs to its claim's job.
    unique('job_claims_of_job').on(table.id, table.job_id),
    uniqueIndex('job_claims_one_live').on(table.job_id).where(sql`${table.ended_at} is null`),
    uniqueIndex('job_claims_no_double_booking')
      .on(table.sitter_id, table.start_date, table.end_date)
      .where(sql`${table.ended_at} is null`),
    index('job_claims_by_sitter').on(table.sitter_id, table.claimed_at, table.id),
    index('job_claims_by_ender').on(table.ended_by).where(sql`${table.ended_by} is not null`),
    index('job_claims_ended')
      .on(table.sitter_id, table.ended_at, table.id)
      .where(sql`${table.ended_at} is not null`),
    // For counting completed jobs on a profile, without reading the claims.
    index('job_claims_done').on(table.sitter_id).where(sql`${table.end_reason} = 'completed'`),
    // Recent cancellations, for signals.
    index('job_claims_given_up')
      .on(table.ended_at)
      .where(
        sql`${table.ended_by} is not null and ${table.end_reason} in ('released', 'cancelled')`,
      ),
    // Claims whose sides are asked for a review, every minute.
    index('job_claims_completed').on(table.ended_at).where(sql`${table.end_reason} = 'completed'`),
    index('job_claims_by_job').on(table.job_id, table.claimed_at),
    index('job_claims_unconfirmed')
      .on(table.completed_at)
      .where(sql`${table.confirmed_at} is null and ${table.completed_at} is not null`),
    oneOf('job_claims_end_reason', table.end_reason, claimEndSchema.options),
    check('job_claims_end', sql`(${table.ended_at} is null) = (${table.end_reason} is null)`),
  ],
);
