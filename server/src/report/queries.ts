import { aliasedTable, and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { reports } from '../db/schema/report.ts';
import { HANDLES, type LockedReport } from './policy.ts';

type Wanted = { id: string; staffId: string };

/** A report that a staff member may handle; one that was taken back is gone for all of them. */
export async function findReport(
  queries: Queries,
  { id, staffId }: Wanted,
): Promise<LockedReport | undefined> {
  const [row] = await queries
    .select()
    .from(aliasedTable(reports, 'report'))
    .where(sql`report.id = ${id} and report.withdrawn_at is null and ${handles(staffId)}`);
  return row;
}

/** The condition of `HANDLES` with its staff member. */
function handles(staffId: string): SQL {
  return sql.join(
    HANDLES.split('?').map((text) => sql.raw(text)),
    sql`${staffId}::uuid`,
  );
}

/**
 * Locks a report and all open reports of the same content, in a fixed order: they are decided
 * together. A signal is decided alone. The report itself is returned as it is then.
 */
export async function lockReports(
  tx: Queries,
  { id, subject_type, subject_id, signal }: LockedReport,
  staffId: string,
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
  const report = same.find((one) => one.id === id) ?? (await findReport(tx, { id, staffId }));
  return { report, same };
}
