import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { reports } from '../db/schema/report.ts';
import type { LockedReport } from './policy.ts';

/** A report by its id; for staff one that was taken back is gone. */
export async function findReport(queries: Queries, id: string): Promise<LockedReport | undefined> {
  const [row] = await queries
    .select()
    .from(reports)
    .where(and(eq(reports.id, id), isNull(reports.withdrawn_at)));
  return row;
}

/**
 * Locks a report and all open reports of the same content, in a fixed order: they are decided
 * together. A signal is decided alone. The report itself is returned as it is then.
 */
export async function lockReports(
  tx: Queries,
  { id, subject_type, subject_id, signal }: LockedReport,
): Promise<{ report: LockedReport | undefined; same: LockedReport[] }> {
  const same = await tx
    .select()
    .from(reports)
    .where(
      and(
        eq(reports.subject_id, subject_id),
        eq(reports.subject_type, subject_type),
        isNull(reports.decided_at),
        signal ? eq(reports.signal, signal) : isNull(reports.signal),
      ),
    )
    .orderBy(asc(reports.id))
    .for('update');
  const report = same.find((one) => one.id === id) ?? (await findReport(tx, id));
  return { report, same };
}
