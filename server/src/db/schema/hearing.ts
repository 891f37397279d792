import { hearingSideSchema } from '@kindpal/contract/hearing/schema';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { jobClaims } from './claim.ts';
import { oneOf, valuesOf } from './columns.ts';
import { conversations } from './conversation.ts';
import { users } from './member.ts';
import { reports } from './report.ts';

const moment = () => timestamp({ withTimezone: true });
const staffId = () => uuid().references(() => users.id, { onDelete: 'set null' });
const reportId = () =>
  uuid()
    .notNull()
    .references(() => reports.id, { onDelete: 'cascade' });

/** What staff asked one side of a report before deciding, and the member's answer. */
export const hearings = pgTable(
  'hearings',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    report_id: reportId(),
    side: text({ enum: valuesOf(hearingSideSchema) }).notNull(),
    /** The member who is asked. */
    member_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    asked_by: staffId(),
    question: text().notNull(),
    created_at: moment().notNull().default(sql`clock_timestamp()`),
    answer_until: moment().notNull().default(sql`clock_timestamp() + interval '72 hours'`),
    answer: text(),
    answered_at: moment(),
  },
  (table) => [
    uniqueIndex('hearings_once').on(table.report_id, table.side),
    index('hearings_of_member').on(table.member_id, table.created_at, table.id),
    index('hearings_by_asker').on(table.asked_by),
    oneOf('hearings_side', table.side, hearingSideSchema.options),
    check('hearings_others', sql`${table.asked_by} <> ${table.member_id}`),
    check('hearings_answer', sql`(${table.answer} is null) = (${table.answered_at} is null)`),
  ],
);

/**
 * Two staff members reading a chat beyond the reported part, and why. A chat is the thread of a
 * claim or a conversation.
 */
export const chatReadings = pgTable(
  'chat_readings',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    report_id: reportId(),
    claim_id: uuid().references(() => jobClaims.id, { onDelete: 'cascade' }),
    conversation_id: uuid().references(() => conversations.id, { onDelete: 'cascade' }),
    asked_by: staffId(),
    reason: text().notNull(),
    created_at: moment().notNull().default(sql`clock_timestamp()`),
    decided_by: staffId(),
    decided_at: moment(),
    /** Until when it can be read; null when refused or not decided. */
    ends_at: moment(),
    read_at: moment(),
  },
  (table) => [
    uniqueIndex('chat_readings_one_open')
      .on(table.report_id)
      .where(sql`${table.decided_at} is null`),
    index('chat_readings_of_report').on(table.report_id, table.created_at),
    index('chat_readings_by_claim').on(table.claim_id),
    index('chat_readings_by_conversation').on(table.conversation_id),
    index('chat_readings_by_asker').on(table.asked_by),
    index('chat_readings_by_decider').on(table.decided_by),
    check(
      'chat_readings_one_chat',
      sql`num_nonnulls(${table.claim_id}, ${table.conversation_id}) = 1`,
    ),
    /** Nobody can get access to a chat alone. */
    check('chat_readings_two_people', sql`${table.decided_by} <> ${table.asked_by}`),
    check(
      'chat_readings_decided',
      sql`${table.decided_at} is not null or (${table.ends_at} is null and ${table.read_at} is null)`,
    ),
  ],
);
