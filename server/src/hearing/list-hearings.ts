import type { hearing } from '@kindpal/contract/hearing/contract';
import type { OwnHearing, StaffHearing } from '@kindpal/contract/hearing/schema';
import type { MemberCall } from '../access/call.ts';
import type { Database } from '../db/client.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { decodeCursor, keyValues, pageOf } from '../transport/cursor.ts';
import { HEARING_COLUMNS } from './policy.ts';

/**
 * The asked member's own text, from the copy: never the other side's. A job, a profile or a
 * review belongs to the reported member; of a thread, only one message does.
 */
const ABOUT = `CASE WHEN hearing.side = 'member' THEN CASE
    WHEN report.subject_type = 'message' THEN (SELECT said ->> 'content'
      FROM jsonb_array_elements(report.snapshot -> 'messages') said
      WHERE said ->> 'id' = report.subject_id::text)
    WHEN report.subject_type IN ('job', 'review', 'profile')
      THEN coalesce(report.snapshot ->> 'text', report.snapshot ->> 'title') END END`;

const OWN = `SELECT ${HEARING_COLUMNS},
    CASE WHEN report.signal IS NULL THEN report.subject_type END AS subject_type, ${ABOUT} AS about
  FROM hearings hearing JOIN reports report ON report.id = hearing.report_id`;

/** Questions from staff to the caller, newest first. */
export async function listOwnHearings({ input, context }: MemberCall<typeof hearing.listMine>) {
  const rows = await context.services.db.jsonRows<OwnHearing>(
    pageStatement({
      name: 'own-hearings',
      select: OWN,
      where: [{ name: '', text: 'hearing.member_id = ?', value: context.actor.id }],
      order: newest('hearing.created_at', 'hearing.id'),
      after: keyValues(decodeCursor(input.cursor)),
      limit: input.limit + 1,
    }),
  );
  return pageOf(rows, input.limit, (row) => row);
}

/** One question, for the member who is asked. */
export async function findOwnHearing(
  db: Database,
  id: string,
  memberId: string,
): Promise<OwnHearing | undefined> {
  const [row] = await db.jsonRows<OwnHearing>({
    name: 'own-hearing',
    text: `${OWN} WHERE hearing.id = $1 AND hearing.member_id = $2`,
    values: [id, memberId],
  });
  return row;
}

const OF_REPORT = `SELECT ${HEARING_COLUMNS} FROM hearings hearing
  JOIN reports report ON report.id = hearing.report_id
  WHERE hearing.report_id = $1 ORDER BY hearing.created_at, hearing.id`;

/** The questions about a report, for staff. [S4] */
export function listHearingsOf(db: Database, reportId: string): Promise<StaffHearing[]> {
  return db.jsonRows<StaffHearing>({ name: 'hearings', text: OF_REPORT, values: [reportId] });
}
