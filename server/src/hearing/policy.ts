import { and, eq } from 'drizzle-orm';
import { hearings } from '../db/schema/hearing.ts';

/*
 * Before staff decide a report, they can ask the reported member, the reporter, or both, once each.
 * The staff member who handles the report asks; the member has 72 hours by the database clock,
 * answers once, and sees neither the staff member nor the reporter. Only staff read the answer.
 * While the reported member can still answer, nothing is decided against them personally; the
 * reported content can be removed, and in an emergency staff need not wait. A question is closed
 * once its report is decided.
 */

/** Whether a `hearing` of a `report` can still be answered. */
export const CAN_ANSWER = `(hearing.answered_at IS NULL AND hearing.answer_until > now()
  AND report.decided_at IS NULL)`;

/** The columns of a hearing that everyone gets who sees it, over `hearing` and `report`. */
export const HEARING_COLUMNS = `hearing.id, hearing.side, hearing.question, hearing.created_at,
  hearing.answer_until, hearing.answer, hearing.answered_at, ${CAN_ANSWER} AS is_open`;

/** A question to this member, as a WHERE. */
export function ownHearing(memberId: string, id: string) {
  return and(eq(hearings.id, id), eq(hearings.member_id, memberId));
}
