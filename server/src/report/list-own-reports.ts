import type { report } from '@kindpal/contract/report/contract';
import type { OwnReport } from '@kindpal/contract/report/schema';
import type { MemberCall } from '../access/call.ts';
import type { Database } from '../db/client.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { decodeCursor, keyValues, pageOf } from '../transport/cursor.ts';
import { MAY_WITHDRAW } from './policy.ts';

/** A report as its reporter sees it: whether there was action, but not which. */
const OWN = `SELECT report.id, report.subject_type, report.reason, report.details, report.created_at,
    report.decided_at, CASE WHEN report.withdrawn_at IS NOT NULL THEN 'withdrawn'
      WHEN report.decided_at IS NULL THEN 'waiting'
      WHEN decision.kind IS NULL OR decision.kind = 'dismiss' THEN 'no_action'
      ELSE 'action' END AS outcome, json_build_object('withdraw', ${MAY_WITHDRAW}) AS can
  FROM reports report LEFT JOIN moderation_decisions decision ON decision.id = report.decision_id`;

/** The caller's own reports, newest first. */
export async function listOwnReports({ input, context }: MemberCall<typeof report.listMine>) {
  const rows = await context.services.db.jsonRows<OwnReport>(
    pageStatement({
      name: 'own-reports',
      select: OWN,
      where: [{ name: '', text: 'report.reporter_id = ?', value: context.actor.id }],
      order: newest('report.created_at', 'report.id'),
      after: keyValues(decodeCursor(input.cursor)),
      limit: input.limit + 1,
    }),
  );
  return pageOf(rows, input.limit, (row) => row);
}

/** One report, for the member who made it. */
export async function findOwnReport(db: Database, id: string): Promise<OwnReport | undefined> {
  const [row] = await db.jsonRows<OwnReport>({
    name: 'own-report',
    text: `${OWN} WHERE report.id = $1`,
    values: [id],
  });
  return row;
}
