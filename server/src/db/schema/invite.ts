import { inviteRequestStatusSchema } from '@kindpal/contract/invite/schema';
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
import { users } from './member.ts';

/**
 * Invites never expire and are used once. `created_by` is null for the founder's, and once its
 * member has left. `used_by` is deferrable (see the migration): the new member's row is written
 * afterwards.
 */
export const invites = pgTable(
  'invites',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    code: text().notNull().unique(),
    is_active: boolean().notNull().default(true),
    used_at: timestamp({ withTimezone: true }),
    used_by: uuid().unique(),
    created_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expires_at: timestamp({ withTimezone: true }),
    /** A member's standing code, one granted by staff, or one mailed to the waiting list. */
    kind: text({ enum: ['standing', 'granted', 'mailed'] })
      .notNull()
      .default('standing'),
    /** The staff member who granted or mailed it, and why. */
    granted_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    grant_reason: text(),
    /** When its member replaced it; it is no longer their standing code. */
    replaced_at: timestamp({ withTimezone: true }),
    is_founder: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex('invites_one_standing')
      .on(table.created_by)
      .where(sql`${table.kind} = 'standing' and ${table.replaced_at} is null`),
    uniqueIndex('invites_one_founder').on(table.is_founder).where(sql`${table.is_founder}`),
    index('invites_created_by').on(table.created_by),
    index('invites_by_granter').on(table.granted_by).where(sql`${table.granted_by} is not null`),
    check('invites_never_expire', sql`${table.expires_at} is null`),
    check('invites_kind', sql`${table.kind} in ('standing', 'granted', 'mailed')`),
    check(
      'invites_standing_by_nobody',
      sql`${table.kind} <> 'standing' or ${table.granted_by} is null`,
    ),
  ],
);

/** Members' requests for more codes; one open request at a time. [I1] */
export const inviteRequests = pgTable(
  'invite_requests',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    message: text().notNull().default(''),
    status: text({ enum: valuesOf(inviteRequestStatusSchema) })
      .notNull()
      .default('pending'),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    decided_at: timestamp({ withTimezone: true }),
    decided_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    decision_reason: text(),
  },
  (table) => [
    /** NOT VALID: older releases let staff decide their own. */
    check(
      'invite_requests_not_own',
      sql`${table.decided_by} is null or ${table.decided_by} <> ${table.user_id}`,
    ),
    oneOf('invite_requests_status', table.status, inviteRequestStatusSchema.options),
    uniqueIndex('invite_requests_one_pending')
      .on(table.user_id)
      .where(sql`${table.status} = 'pending'`),
    index('invite_requests_by_member').on(table.user_id),
    index('invite_requests_by_decider')
      .on(table.decided_by)
      .where(sql`${table.decided_by} is not null`),
    index('invite_requests_newest').on(table.created_at, table.id),
  ],
);
