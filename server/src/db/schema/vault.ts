import type { AccessPart } from '@kindpal/contract/vault/rules';
import { accessPartSchema } from '@kindpal/contract/vault/schema';
import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { valuesOf } from './columns.ts';
import { jobs } from './job.ts';
import { users } from './member.ts';

const parts = () =>
  text({ enum: valuesOf(accessPartSchema) })
    .array()
    .notNull()
    .default([]);
const known = sql.raw(`'{${accessPartSchema.options.join(',')}}'::text[]`);

/** What an owner keeps for their home. The texts are encrypted; which parts there are is not. */
export const homeAccess = pgTable(
  'home_access',
  {
    owner_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    sealed: text().notNull(),
    /** The key that it was encrypted with, so that a new one finds what is left to encrypt. */
    key_id: text().notNull(),
    parts: parts(),
    /** When the text of a part last became another: until then who opened it knows it. */
    changed_at: jsonb().$type<Partial<Record<AccessPart, string>>>().notNull().default({}),
    updated_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    check('home_access_parts', sql`${table.parts} <@ ${known}`),
    index('home_access_by_key').on(table.key_id),
  ],
);

/**
 * The copy of it that a job has, encrypted for that job alone. It goes a week after the job's end, and
 * with the claim of a sitter who no longer has the job.
 */
export const jobAccess = pgTable(
  'job_access',
  {
    job_id: uuid()
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    sealed: text().notNull(),
    key_id: text().notNull(),
    parts: parts(),
    attached_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    check('job_access_parts', sql`${table.parts} <@ ${known}`),
    index('job_access_by_key').on(table.key_id),
  ],
);
