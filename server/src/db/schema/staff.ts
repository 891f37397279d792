import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  jsonb,
  pgTable,
  pgView,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './member.ts';

/** The authority over administrative roles; who has no row is a plain user. [U15] */
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
    /** True for the one who set themselves up; the index below lets there be one, ever. [S5] */
    is_first: boolean().notNull().default(false),
  },
  (table) => [
    check('user_roles_role', sql`${table.role} in ('user', 'admin', 'super_admin')`),
    uniqueIndex('user_roles_one_first').on(table.is_first).where(sql`${table.is_first}`),
  ],
);

/** The specification's table, derived: it can never disagree with user_roles. */
export const superAdmins = pgView('super_admins', {
  id: uuid().notNull(),
  user_id: uuid().notNull(),
  created_by: uuid(),
  created_at: timestamp({ withTimezone: true }).notNull(),
}).as(
  sql`select id, user_id, assigned_by as created_by, created_at from user_roles where role = 'super_admin'`,
);

/** What staff did and what sensitive things they read; append-only by trigger. [S3] */
export const adminActivityLogs = pgTable('admin_activity_logs', {
  id: uuid().primaryKey().default(sql`gen_random_uuid()`),
  admin_id: uuid().notNull(),
  action: text().notNull(),
  target_type: text().notNull(),
  target_id: uuid(),
  details: jsonb().notNull().default({}),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
