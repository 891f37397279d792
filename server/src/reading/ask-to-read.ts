import type { reading } from '@kindpal/contract/reading/contract';
import type { StaffReading } from '@kindpal/contract/reading/schema';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MemberCall } from '../access/call.ts';
import { holdStaff } from '../access/hold-member.ts';
import { isUniqueViolation, type Queries } from '../db/client.ts';
import { authorizeReportDecision, type LockedReport } from '../report/policy.ts';
import { findReport, lockReports } from '../report/queries.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import { viewIfRefused, viewOfReport } from '../staff/activity/record-view.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { showReading } from './list-readings.ts';

const idSchema = z.object({ id: z.string() });

/**
 * Asks to read the whole chat of a report, by the staff member who handles it. Throws NOT_FOUND,
 * REPORT_TAKEN, REPORT_DECIDED, NO_CHAT, READING_EXISTS. [S4]
 */
export async function askToRead({
  input,
  context,
}: MemberCall<typeof reading.ask>): Promise<StaffReading> {
  const { services, actor } = context;
  const { report_id, reason } = input;
  const found = await findReport(services.db.drizzle, { id: report_id, staffId: actor.id });
  if (!found) throw notFound();
  const id = await viewIfRefused(context, viewOfReport(report_id), async (tx) => {
    await holdStaff(tx, actor);
    const locked = await lockReports(tx, found, actor.id);
    const { subject_id, subject_type } = authorizeReportDecision(actor, locked);
    // One allowed or waiting request is enough.
    const standing = await tx.execute(sql`SELECT FROM chat_readings
      WHERE report_id = ${report_id} AND (decided_at IS NULL OR ends_at > now())`);
    if ((standing.rowCount ?? 0) > 0) throw refusal('READING_EXISTS');
    const content = { subject_id, subject_type };
    const stored = await storeRequest(tx, content, { report_id, by: actor.id, reason }).catch(
      (error: unknown) => {
        if (isUniqueViolation(error, 'chat_readings_one_open')) throw refusal('READING_EXISTS');
        throw error;
      },
    );
    if (!stored) throw refusal('NO_CHAT');
    await recordActivity(tx, {
      admin_id: actor.id,
      action: 'chat_reading_ask',
      target_type: 'report',
      target_id: report_id,
      details: { reason },
    });
    return stored.id;
  });
  services.live.wake();
  return showReading(services.db, id, actor.id);
}

type Content = Pick<LockedReport, 'subject_id' | 'subject_type'>;
type Asked = { report_id: string; by: string; reason: string };

/** Stores the request with the chat that the content is part of; undefined if that is gone. */
async function storeRequest(
  tx: Queries,
  { subject_id, subject_type }: Content,
  { report_id, by, reason }: Asked,
) {
  const isMessage = subject_type === 'message';
  const { rows } = await tx.execute(sql`
    WITH chat AS (
      SELECT claim_id, NULL::uuid AS conversation_id FROM messages
        WHERE ${isMessage} AND id = ${subject_id}
      UNION ALL SELECT NULL, conversation_id FROM conversation_messages
        WHERE ${isMessage} AND id = ${subject_id}
      UNION ALL SELECT id, NULL FROM job_claims
        WHERE ${subject_type} = 'conversation' AND id = ${subject_id}
      UNION ALL SELECT NULL, id FROM conversations
        WHERE ${subject_type} = 'conversation' AND id = ${subject_id})
    INSERT INTO chat_readings (report_id, claim_id, conversation_id, asked_by, reason)
    SELECT ${report_id}, claim_id, conversation_id, ${by}, ${reason} FROM chat
    RETURNING id`);
  return idSchema.optional().parse(rows[0]);
}
