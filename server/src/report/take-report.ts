import type { report } from '@kindpal/contract/report/contract';
import type { StaffReport } from '@kindpal/contract/report/schema';
import { sql } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { holdStaff } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { reports } from '../db/schema/report.ts';
import { viewIfRefused, viewOfReport } from '../staff/activity/record-view.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { showReport } from './get-report.ts';
import { TAKEN_FOR, takeableReport, takenReport } from './policy.ts';
import { findReport } from './queries.ts';

/**
 * Assigns a report to the caller for two hours, if it is unassigned or its two hours are over; of
 * two concurrent calls one succeeds. Taking it again, even after giving it back, does not extend
 * these hours: the same person gets new ones only after others could take it for two hours. Throws
 * NOT_FOUND, REPORT_TAKEN, REPORT_DECIDED. [S4]
 */
export async function takeReport({
  input,
  context,
}: MemberCall<typeof report.take>): Promise<StaffReport> {
  const { actor } = context;
  await changeAssignment(context, input.id, (tx) =>
    tx
      .update(reports)
      .set({
        assigned_to: actor.id,
        last_assigned_to: actor.id,
        assigned_at: sql`CASE WHEN ${reports.last_assigned_to} = ${actor.id}
          AND ${reports.assigned_at} > now() - 2 * ${sql.raw(TAKEN_FOR)}
          THEN ${reports.assigned_at} ELSE now() END`,
      })
      .where(takeableReport(actor.id, input.id)),
  );
  return showReport(context, input.id);
}

/** Unassigns a report of the caller. Throws NOT_FOUND, REPORT_TAKEN, REPORT_DECIDED. [S4] */
export async function giveBackReport({
  input,
  context,
}: MemberCall<typeof report.giveBack>): Promise<StaffReport> {
  const { actor } = context;
  await changeAssignment(context, input.id, (tx) =>
    tx.update(reports).set({ assigned_to: null }).where(takenReport(actor.id, input.id)),
  );
  return showReport(context, input.id);
}

/** Makes a change to a report that staff handle; if it changes nothing, the reason is thrown. */
async function changeAssignment(
  context: MemberContext,
  id: string,
  change: (tx: Queries) => Promise<{ rowCount: number | null }>,
): Promise<void> {
  const { actor } = context;
  await viewIfRefused(context, viewOfReport(id), async (tx) => {
    await holdStaff(tx, actor);
    const wanted = { id, staffId: actor.id };
    if (!(await findReport(tx, wanted))) throw notFound();
    const { rowCount } = await change(tx);
    if (rowCount !== 0) return;
    // Its reporter may have withdrawn it at the same time.
    const now = await findReport(tx, wanted);
    if (!now) throw notFound();
    throw refusal(now.decided_at ? 'REPORT_DECIDED' : 'REPORT_TAKEN');
  });
}
