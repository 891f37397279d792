import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queries } from '../db/client.ts';
import { chatReadings, hearings } from '../db/schema/hearing.ts';
import { moderationDecisions } from '../db/schema/moderation.ts';
import { reports } from '../db/schema/report.ts';
import { GONE } from './blank-words.ts';

/** Replaces what staff wrote about a member who left. */
const REASON_GONE = 'Deleted with the account.';

/**
 * Ends all decisions against a member who leaves, so that none can be appealed, undone or lifted.
 * [X1]
 */
export async function endDecisionsOfLeaver(tx: Queries, id: string, now: Date): Promise<void> {
  await tx
    .update(moderationDecisions)
    .set({ ended_at: now, ended_as: 'left' })
    .where(
      and(
        eq(moderationDecisions.member_id, id),
        ne(moderationDecisions.kind, 'dismiss'),
        isNull(moderationDecisions.ended_at),
      ),
    );
}

/**
 * Removes a member's texts, and those about them, from decisions and reports. The kind and time
 * of each stay for the other side's history, as do the other side's texts. [X1]
 */
export async function blankModeration(tx: Queries, id: string, now: Date): Promise<void> {
  await endDecisionsOfLeaver(tx, id, now);
  const ifAny = (column: PgColumn) => sql`case when ${column} is not null then ${REASON_GONE} end`;
  await tx
    .update(moderationDecisions)
    .set({
      reason: REASON_GONE,
      note: '',
      kept: null,
      appeal: ifAny(moderationDecisions.appeal),
      appeal_answer: ifAny(moderationDecisions.appeal_answer),
    })
    .where(eq(moderationDecisions.member_id, id));
  const isParty = or(eq(reports.reporter_id, id), eq(reports.member_id, id));
  const theirReports = tx.select({ id: reports.id }).from(reports).where(isParty);
  await tx
    .update(hearings)
    .set({
      question: REASON_GONE,
      answer: sql`case when ${hearings.member_id} = ${id} then ${ifAny(hearings.answer)}
        else ${hearings.answer} end`,
    })
    .where(inArray(hearings.report_id, theirReports));
  await tx
    .update(chatReadings)
    .set({ reason: REASON_GONE })
    .where(inArray(chatReadings.report_id, theirReports));
  await tx
    .update(reports)
    .set({
      details: sql`case when ${reports.reporter_id} = ${id} then '' else ${reports.details} end`,
      snapshot: sql`${contentLeft(id)} || ${messagesLeft(id)}`,
      reporter_id: sql`nullif(${reports.reporter_id}, ${id})`,
      // The hash of a deleted bio is meaningless.
      facts: sql`case when ${reports.member_id} = ${id} and ${reports.signal} = 'links'
        then array[gen_random_uuid()] else ${reports.facts} end`,
    })
    .where(isParty);
  // A block by a member who left still counts there, without their id.
  await tx
    .update(reports)
    .set({ facts: sql`array_replace(${reports.facts}, ${id}::uuid, gen_random_uuid())` })
    .where(and(eq(reports.signal, 'blocks'), sql`${reports.facts} @> array[${id}::uuid]`));
}

/**
 * The rest of a report's copy: nothing of the member who leaves, and no job title that may be
 * theirs.
 */
const contentLeft = (id: string) => sql`case when ${reports.member_id} = ${id} then '{}'
  when ${reports.subject_type} in ('message', 'conversation') then ${reports.snapshot} - 'title'
  else ${reports.snapshot} end`;

/** The copied messages, with the leaving member's name and text removed. */
const messagesLeft = (id: string) => sql`case
  when jsonb_typeof(${reports.snapshot} -> 'messages') = 'array' then jsonb_build_object('messages', (
    select jsonb_agg(case when message ->> 'sender_id' = ${id}
      then message || jsonb_build_object('sender_name', 'Former member', 'content', ${GONE}::text)
      else message end order by place)
    from jsonb_array_elements(${reports.snapshot} -> 'messages') with ordinality copied (message, place)))
  else '{}' end`;
