/*
 * Before staff decide a report, they can ask the reported member, the one who reported it, or both, once
 * each. Who works on the report asks; the member who is asked has 72 hours by the clock of the database,
 * answers once, and reads neither who asks nor who reported. Staff alone read the answer. While the
 * reported member can still answer, nothing is decided against them as a person; what was reported can
 * be taken away, and where someone is in danger staff need not wait. A question is closed once its
 * report is decided.
 */

/** Whether a `hearing` of a `report` can still be answered. */
export const IS_OPEN = `(hearing.answered_at IS NULL AND hearing.answer_until > now()
  AND report.decided_at IS NULL)`;

/** What all who read a hearing are given, over `hearing` and `report`. */
export const HEARING_COLUMNS = `hearing.id, hearing.side, hearing.question, hearing.created_at,
  hearing.answer_until, hearing.answer, hearing.answered_at, ${IS_OPEN} AS is_open`;
