import { viewedKindSchema, viewerRoleSchema } from '@kindpal/contract/privacy/schema';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { oneOf, valuesOf } from './columns.ts';
import { jobs } from './job.ts';
import { users } from './member.ts';

/**
 * Views of a member's data. One row per viewer, kind of data and period (a minute for parts of home
 * access, otherwise an hour), written by the statement that reads the data.
 */
export const dataViews = pgTable(
  'data_views',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    /** The member whose data it is. */
    subject_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    viewer_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    viewer_role: text({ enum: valuesOf(viewerRoleSchema) }).notNull(),
    kind: text({ enum: valuesOf(viewedKindSchema) }).notNull(),
    /** The job it was viewed for, if any. */
    job_id: uuid().references(() => jobs.id, { onDelete: 'cascade' }),
    /** The request, review or reading that staff viewed; it may be deleted by now. */
    target_id: uuid(),
    /**
     * Whether the member is shown which staff member it was; false for views from before staff were
     * told that they are named.
     */
    is_named: boolean().notNull().default(false),
    period: timestamp({ withTimezone: true }).notNull(),
    viewed_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    uniqueIndex('data_views_one_a_period').on(
      table.subject_id,
      table.viewer_id,
      table.kind,
      sql`coalesce(${table.target_id}, ${table.job_id}, ${table.subject_id})`,
      table.period,
    ),
    index('data_views_newest').on(table.subject_id, table.viewed_at, table.id),
    index('data_views_by_viewer').on(table.viewer_id).where(sql`${table.viewer_id} is not null`),
    index('data_views_by_job').on(table.job_id).where(sql`${table.job_id} is not null`),
    index('data_views_by_age').on(table.period),
    oneOf('data_views_role', table.viewer_role, viewerRoleSchema.options),
    oneOf('data_views_kind', table.kind, viewedKindSchema.options),
    check('data_views_others', sql`${table.viewer_id} <> ${table.subject_id}`),
  ],
);
