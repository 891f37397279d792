import {
  REPORT_DETAILS_MAX,
  REPORT_REASONS,
  type ReportSnapshot,
  reportDetailsSchema,
  reportReasonSchema,
  signalSchema,
} from '@kindpal/contract/report/schema';
import { reportSubjectSchema } from '@kindpal/contract/report/subject';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { lengthOf, oneOf, valuesOf } from './columns.ts';
import { files } from './file.ts';
import { users } from './member.ts';
import { moderationDecisions } from './moderation.ts';

const URGENCY = Object.entries(REPORT_REASONS)
  .map(([reason, { urgency }]) => `when '${reason}' then ${urgency}`)
  .join(' ');

/**
 * Reports by members and by signals, with a copy of the reported content at that time. A reported
 * picture's file is kept as long as its report. Decided and withdrawn reports are deleted after two
 * years.
 */
export const reports = pgTable(
  'reports',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    reporter_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The reported member. */
    member_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subject_type: text({ enum: valuesOf(reportSubjectSchema) }).notNull(),
    subject_id: uuid().notNull(),
    reason: text({ enum: valuesOf(reportReasonSchema) }).notNull(),
    /** 1 comes first. */
    urgency: integer()
      .notNull()
      .generatedAlwaysAs(sql.raw(`case reason ${URGENCY} end`)),
    /** The signal that opened it when nobody reported it, and the facts it is based on. */
    signal: text({ enum: valuesOf(signalSchema) }),
    facts: uuid().array(),
    details: text().notNull().default(''),
    snapshot: jsonb().$type<ReportSnapshot>().notNull(),
    picture_path: text()
      .generatedAlwaysAs(
        sql`substring((snapshot ->> 'picture') from '^/storage/v1/object/public/profile-images/(.*)$')`,
      )
      .references(() => files.path),
    created_at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    /** The staff member who handles it. */
    assigned_to: uuid().references(() => users.id, { onDelete: 'set null' }),
    assigned_at: timestamp({ withTimezone: true }),
    /** Who took it last, even if they gave it back; their two hours start at `assigned_at`. */
    last_assigned_to: uuid().references(() => users.id, { onDelete: 'set null' }),
    decided_at: timestamp({ withTimezone: true }),
    /** When its reporter took it back, which closes it too. */
    withdrawn_at: timestamp({ withTimezone: true }),
    decision_id: uuid().references(() => moderationDecisions.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('reports_one_open')
      .on(table.reporter_id, table.subject_type, table.subject_id)
      .where(sql`${table.decided_at} is null`),
    uniqueIndex('reports_one_open_signal')
      .on(table.member_id, table.signal)
      .where(
        sql`${table.signal} is not null and ${table.signal} <> 'first_post' and ${table.decided_at} is null`,
      ),
    // A fact opens one case, whatever the decision; facts are sorted.
    uniqueIndex('reports_signal_once')
      .on(table.member_id, table.signal, sql`(${table.facts}[1])`)
      .where(sql`${table.signal} is not null`),
    index('reports_queue')
      .on(table.urgency, table.created_at, table.id)
      .where(sql`${table.decided_at} is null`),
    index('reports_decided')
      .on(table.decided_at, table.id)
      .where(sql`${table.decided_at} is not null`),
    index('reports_of_member').on(table.member_id, table.created_at, table.id),
    index('reports_by_reporter').on(table.reporter_id, table.created_at, table.id),
    index('reports_of_subject').on(table.subject_id),
    index('reports_by_assignee').on(table.assigned_to),
    index('reports_by_last_assignee').on(table.last_assigned_to),
    index('reports_by_decision').on(table.decision_id),
    index('reports_by_picture')
      .on(table.picture_path)
      .where(sql`${table.picture_path} is not null`),
    oneOf('reports_subject_type', table.subject_type, reportSubjectSchema.options),
    oneOf('reports_reason', table.reason, reportReasonSchema.options),
    oneOf('reports_signal', table.signal, signalSchema.options),
    check(
      'reports_signal_facts',
      sql`(${table.signal} is null) = (${table.facts} is null) and (${table.signal} is null or ${table.reporter_id} is null)`,
    ),
    /** A withdrawn report has no assignee and no decision, and its text is deleted. */
    check(
      'reports_withdrawn',
      sql`${table.withdrawn_at} is null or (${table.decided_at} is not null and ${table.decision_id} is null and ${table.assigned_to} is null and ${table.details} = '' and ${table.snapshot} = '{}')`,
    ),
    check('reports_others', sql`${table.reporter_id} <> ${table.member_id}`),
    lengthOf('reports_details', table.details, {
      rule: reportDetailsSchema,
      max: REPORT_DETAILS_MAX,
    }),
    check(
      'reports_assigned',
      sql`${table.assigned_to} is null or ${table.assigned_at} is not null`,
    ),
  ],
);
