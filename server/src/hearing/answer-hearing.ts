import type { hearing } from '@kindpal/contract/hearing/contract';
import type { OwnHearing } from '@kindpal/contract/hearing/schema';
import { sql } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import { holdMember } from '../access/hold-member.ts';
import { hearings } from '../db/schema/hearing.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { findOwnHearing } from './list-hearings.ts';
import { CAN_ANSWER, ownHearing } from './policy.ts';

/**
 * Answers a question to the caller, once: a second tab is refused, and so is an answer after the
 * decision or the deadline. Throws NOT_FOUND, ANSWER_CLOSED.
 */
export async function answerHearing({
  input,
  context,
}: MemberCall<typeof hearing.answer>): Promise<OwnHearing> {
  const { services, actor } = context;
  const { id, answer } = input;
  if (!(await findOwnHearing(services.db, id, actor.id))) throw notFound();
  await services.db.drizzle.transaction(async (tx) => {
    await holdMember(tx, actor);
    // The report first, in the order in which its decision locks it: an answer comes before the
    // decision, or is refused.
    const { rowCount } = await tx.execute(sql`SELECT FROM hearings hearing
      JOIN reports report ON report.id = hearing.report_id
      WHERE hearing.id = ${id} AND hearing.member_id = ${actor.id} FOR UPDATE OF report`);
    if (rowCount === 0) throw notFound();
    const open = await tx.execute(sql`SELECT FROM hearings hearing
      JOIN reports report ON report.id = hearing.report_id
      WHERE hearing.id = ${id} AND ${sql.raw(CAN_ANSWER)}`);
    if (open.rowCount === 0) throw refusal('ANSWER_CLOSED');
    await tx
      .update(hearings)
      .set({ answer, answered_at: sql`clock_timestamp()` })
      .where(ownHearing(actor.id, id));
  });
  services.live.wake();
  const row = await findOwnHearing(services.db, id, actor.id);
  if (!row) throw notFound();
  return row;
}
