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

/** An owner's home access. The texts are encrypted; the list of parts is not. */
export const homeAccess = pgTable(
  'home_access',
  {
    owner_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    sealed: text().notNull(),
    /** The key it was encrypted with, to find rows that a new key must re-encrypt. */
    key_id: text().notNull(),
    parts: parts(),
    /** When the text of a part last changed: until then, those who opened it know it. */
    changed_at: jsonb().$type<Partial<Record<AccessPart, string>>>().notNull().default({}),
    updated_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    check('home_access_parts', sql`${table.parts} <@ ${known}`),
    index('home_access_by_key').on(table.key_id),
  ],
);

/**
 * The copy attached to a job, encrypted for that job only. Deleted a week after the job's end,
 * and when a sitter's claim ends.
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
