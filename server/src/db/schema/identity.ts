import { IDENTITY_ITEMS } from '@kindpal/contract/identity/rules';
import { identityMethodSchema, identityStatusSchema } from '@kindpal/contract/identity/schema';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { oneOf, valuesOf } from './columns.ts';
import { users } from './member.ts';

const staffId = () => uuid().references(() => users.id, { onDelete: 'set null' });
const moment = () => timestamp({ withTimezone: true });

/**
 * Identity checks of members: what was checked, by which two staff members, and until when it is
 * valid. No document is stored. A trigger derives `users.is_verified`.
 */
export const identityChecks = pgTable(
  'identity_checks',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    member_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text({ enum: valuesOf(identityStatusSchema) })
      .notNull()
      .default('requested'),
    requested_at: moment().notNull().default(sql`clock_timestamp()`),
    method: text({ enum: valuesOf(identityMethodSchema) }),
    checklist: text({ enum: IDENTITY_ITEMS }).array().notNull().default([]),
    checked_by: staffId(),
    checked_at: moment(),
    confirmed_by: staffId(),
    confirmed_at: moment(),
    expires_at: moment(),
    ended_by: staffId(),
    ended_at: moment(),
    /** Shown to the member. */
    reason: text(),
  },
  (table) => [
    uniqueIndex('identity_checks_one_waiting')
      .on(table.member_id)
      .where(sql`${table.status} in ('requested', 'checked')`),
    uniqueIndex('identity_checks_one_confirmed')
      .on(table.member_id)
      .where(sql`${table.status} = 'confirmed'`),
    index('identity_checks_of_member').on(table.member_id, table.requested_at),
    index('identity_checks_by_state').on(table.status, table.requested_at, table.id),
    index('identity_checks_due').on(table.expires_at).where(sql`${table.status} = 'confirmed'`),
    index('identity_checks_by_checker').on(table.checked_by),
    index('identity_checks_by_confirmer').on(table.confirmed_by),
    index('identity_checks_by_ender').on(table.ended_by),
    oneOf('identity_checks_status', table.status, identityStatusSchema.options),
    oneOf('identity_checks_method', table.method, identityMethodSchema.options),
    /** The member and the two staff members are three different people. */
    check(
      'identity_checks_three_people',
      sql`${table.checked_by} <> ${table.member_id} and ${table.confirmed_by} <> ${table.member_id} and ${table.confirmed_by} <> ${table.checked_by}`,
    ),
    check('identity_checks_others', sql`${table.ended_by} <> ${table.member_id}`),
    check(
      'identity_checks_steps',
      sql`(${table.status} <> 'checked' or ${table.checked_at} is not null) and (${table.status} <> 'confirmed' or (${table.checked_at} is not null and ${table.confirmed_at} is not null and ${table.expires_at} is not null))`,
    ),
    check(
      'identity_checks_end',
      sql`(${table.status} in ('requested', 'checked', 'confirmed')) = (${table.ended_at} is null)`,
    ),
  ],
);
