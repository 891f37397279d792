import {
  appealDecisionSchema,
  decisionEndSchema,
  decisionKindSchema,
} from '@kindpal/contract/moderation/schema';
import { reportSubjectSchema } from '@kindpal/contract/report/subject';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { oneOf, valuesOf } from './columns.ts';
import { users } from './member.ts';

const staffId = () => uuid().references(() => users.id, { onDelete: 'set null' });
const moment = () => timestamp({ withTimezone: true });

/**
 * Staff decisions about members, how long they last, and the one appeal. A suspension or ban that
 * has not ended is kept in sync with `users.suspended_at`, in one transaction.
 */
export const moderationDecisions = pgTable(
  'moderation_decisions',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    member_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: valuesOf(decisionKindSchema) }).notNull(),
    /** The content it is about, if any, and what is needed to restore it. */
    subject_type: text({ enum: valuesOf(reportSubjectSchema) }),
    subject_id: uuid(),
    kept: text(),
    /** Shown to the member. */
    reason: text().notNull(),
    /** Only for staff. */
    note: text().notNull().default(''),
    decided_by: staffId(),
    created_at: moment().notNull().default(sql`clock_timestamp()`),
    ends_at: moment(),
    ended_at: moment(),
    ended_as: text({ enum: valuesOf(decisionEndSchema) }),
    ended_by: staffId(),
    appeal: text(),
    appealed_at: moment(),
    appeal_decision: text({ enum: valuesOf(appealDecisionSchema) }),
    appeal_answer: text(),
    appeal_decided_at: moment(),
    appeal_decided_by: staffId(),
  },
  (table) => [
    uniqueIndex('moderation_decisions_one_suspension')
      .on(table.member_id)
      .where(sql`${table.kind} in ('suspend', 'ban') and ${table.ended_at} is null`),
    index('moderation_decisions_of_member').on(table.member_id, table.created_at, table.id),
    index('moderation_decisions_due').on(table.ends_at).where(sql`${table.ended_at} is null`),
    index('moderation_decisions_appeals')
      .on(table.appealed_at, table.id)
      .where(
        sql`${table.appealed_at} is not null and ${table.appeal_decision} is null and ${table.ended_at} is null`,
      ),
    index('moderation_decisions_by_decider').on(table.decided_by),
    index('moderation_decisions_by_ender').on(table.ended_by),
    index('moderation_decisions_by_appeal_decider').on(table.appeal_decided_by),
    oneOf('moderation_decisions_kind', table.kind, decisionKindSchema.options),
    oneOf('moderation_decisions_ended_as', table.ended_as, decisionEndSchema.options),
    oneOf(
      'moderation_decisions_appeal_decision',
      table.appeal_decision,
      appealDecisionSchema.options,
    ),
    oneOf('moderation_decisions_subject_type', table.subject_type, reportSubjectSchema.options),
    check('moderation_decisions_others', sql`${table.decided_by} <> ${table.member_id}`),
    check(
      'moderation_decisions_term',
      sql`(${table.kind} = 'suspend') = (${table.ends_at} is not null)`,
    ),
    check(
      'moderation_decisions_end',
      sql`(${table.ended_at} is null) = (${table.ended_as} is null)`,
    ),
    check(
      'moderation_decisions_appeal',
      sql`(${table.appeal} is null) = (${table.appealed_at} is null) and (${table.appeal_decision} is null) = (${table.appeal_decided_at} is null) and (${table.appeal_decision} is null or ${table.appeal} is not null)`,
    ),
    /** An appeal is not decided by those who made the decision. */
    check(
      'moderation_decisions_second_person',
      sql`${table.appeal_decided_by} <> ${table.decided_by}`,
    ),
  ],
);
