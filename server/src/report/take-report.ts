import type { report } from '@kindpal/contract/report/contract';
import type { StaffReport } from '@kindpal/contract/report/schema';
import { sql } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import { holdStaff } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { showReport } from './get-report.ts';
import { TAKEN_FOR } from './policy.ts';
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
  const { services, actor } = context;
  await services.db.drizzle.transaction(async (tx) => {
    await holdStaff(tx, actor);
    await assign(tx, actor, {
      id: input.id,
      taken: sql`UPDATE reports SET assigned_to = ${actor.id}, last_assigned_to = ${actor.id},
          assigned_at = CASE WHEN last_assigned_to = ${actor.id}
            AND assigned_at > now() - 2 * ${sql.raw(TAKEN_FOR)} THEN assigned_at ELSE now() END
        WHERE id = ${input.id} AND decided_at IS NULL AND (assigned_to IS NULL
          OR assigned_to = ${actor.id} OR assigned_at < now() - ${sql.raw(TAKEN_FOR)})`,
    });
  });
  return showReport(context, input.id);
}

/** Unassigns a report of the caller. Throws NOT_FOUND, REPORT_TAKEN, REPORT_DECIDED. [S4] */
export async function giveBackReport({
  input,
  context,
}: MemberCall<typeof report.giveBack>): Promise<StaffReport> {
  const { services, actor } = context;
  await services.db.drizzle.transaction(async (tx) => {
    await holdStaff(tx, actor);
    await assign(tx, actor, {
      id: input.id,
      taken: sql`UPDATE reports SET assigned_to = NULL
        WHERE id = ${input.id} AND decided_at IS NULL AND assigned_to = ${actor.id}`,
    });
  });
  return showReport(context, input.id);
}

async function assign(
  tx: Queries,
  actor: { id: string },
  { id, taken }: { id: string; taken: ReturnType<typeof sql> },
): Promise<void> {
  const wanted = { id, staffId: actor.id };
  if (!(await findReport(tx, wanted))) throw notFound();
  const { rowCount } = await tx.execute(taken);
  if (rowCount !== 0) return;
  // Its reporter may have withdrawn it at the same time.
  const now = await findReport(tx, wanted);
  if (!now) throw notFound();
  throw refusal(now.decided_at ? 'REPORT_DECIDED' : 'REPORT_TAKEN');
}
