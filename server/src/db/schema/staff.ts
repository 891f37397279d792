import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './member.ts';

/** Administrative roles; a member without a row is a plain user. [U15] */
export const userRoles = pgTable(
  'user_roles',
  {
    id: uuid().notNull().unique().default(sql`gen_random_uuid()`),
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ['user', 'admin', 'super_admin'] }).notNull(),
    assigned_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** True for the one from set-up; the index below allows only one, ever. [S5] */
    is_first: boolean().notNull().default(false),
  },
  (table) => [
    check('user_roles_role', sql`${table.role} in ('user', 'admin', 'super_admin')`),
    index('user_roles_by_assigner')
      .on(table.assigned_by)
      .where(sql`${table.assigned_by} is not null`),
    uniqueIndex('user_roles_one_first').on(table.is_first).where(sql`${table.is_first}`),
  ],
);

/** The specification's table as a view: it can never disagree with user_roles. */
export const superAdmins = pgView('super_admins', {
  id: uuid().notNull(),
  user_id: uuid().notNull(),
  created_by: uuid(),
  created_at: timestamp({ withTimezone: true }).notNull(),
}).as(
  sql`select id, user_id, assigned_by as created_by, created_at from user_roles where role = 'super_admin'`,
);

/**
 * What staff did and which sensitive data they read; append-only by triggers, with a partition
 * per month (see the migration), dropped when its time is over. [S3]
 */
export const adminActivityLogs = pgTable(
  'admin_activity_logs',
  {
    id: uuid().notNull().default(sql`gen_random_uuid()`),
    admin_id: uuid().notNull(),
    action: text().notNull(),
    target_type: text().notNull(),
    target_id: uuid(),
    /** For a list that was read: `ids`, the rows shown. */
    details: jsonb().notNull().default({}),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.created_at, table.id] }),
    index('admin_activity_logs_by_admin').on(table.admin_id, table.created_at, table.id),
    index('admin_activity_logs_by_action').on(table.action, table.created_at, table.id),
    index('admin_activity_logs_by_target').on(table.target_id),
    index('admin_activity_logs_by_details').using('gin', table.details.op('jsonb_path_ops')),
  ],
);

/**
 * What the log already contains for an open staff page: viewing it again adds nothing for an
 * hour. Unlogged (see the migration): after a crash a few reads are logged again.
 */
export const staffViews = pgTable(
  'staff_views',
  {
    admin_id: uuid().notNull(),
    view_id: uuid().notNull(),
    action: text().notNull(),
    /** The row that was read; the log's entry names the member it is about, where that differs. */
    target_id: uuid().notNull(),
    seen_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.admin_id, table.view_id, table.action, table.target_id] }),
    index('staff_views_by_age').on(table.seen_at),
  ],
);
