import type { report } from '@kindpal/contract/report/contract';
import type { OwnReport } from '@kindpal/contract/report/schema';
import { and, eq, sql } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import { holdMember } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { reports } from '../db/schema/report.ts';
import { notFound } from '../transport/refusal.ts';
import { findOwnReport } from './list-own-reports.ts';
import { authorizeReportWithdrawal, type OwnLockedReport, WAS_ASKED } from './policy.ts';

/**
 * Withdraws a report of the caller and deletes its text and copy; its subject and time stay for two
 * years. If staff take the report at the same time, the first to lock the row succeeds. Throws
 * NOT_FOUND, REPORT_DECIDED, REPORT_IN_REVIEW. [S4]
 */
export async function withdrawReport({
  input,
  context,
}: MemberCall<typeof report.withdraw>): Promise<OwnReport> {
  const { services, actor } = context;
  await services.db.drizzle.transaction(async (tx) => {
    await holdMember(tx, actor);
    const row = await lockOwn(tx, input.id, actor.id);
    if (row?.withdrawn_at) return;
    const { id } = authorizeReportWithdrawal(row);
    await tx
      .update(reports)
      .set({
        ...{ withdrawn_at: sql`clock_timestamp()`, decided_at: sql`clock_timestamp()` },
        ...{ details: '', snapshot: {} },
      })
      .where(eq(reports.id, id));
  });
  services.live.wake();
  const own = await findOwnReport(services.db, input.id);
  if (!own) throw notFound();
  return own;
}

type Locked = OwnLockedReport & { withdrawn_at: Date | null };

/** The report, locked. Questions are counted afterwards: a locked report gets no new one. */
async function lockOwn(tx: Queries, id: string, reporterId: string): Promise<Locked | undefined> {
  const [row] = await tx
    .select()
    .from(reports)
    .where(and(eq(reports.id, id), eq(reports.reporter_id, reporterId)))
    .for('update');
  if (!row) return undefined;
  const asked = await tx.execute(
    sql`SELECT FROM reports report WHERE report.id = ${id} AND ${sql.raw(WAS_ASKED)}`,
  );
  return { ...row, was_asked: (asked.rowCount ?? 0) > 0 };
}
