import type { ViewedKind } from '@kindpal/contract/privacy/schema';
import type { Services } from '../services.ts';

type Noted = {
  /** A common table expression: `subject_id`, `viewer_id`, `job_id` and, for staff, `target_id`. */
  from: string;
  role: 'sitter' | 'owner' | 'staff';
  kind: ViewedKind | `$${number}`;
  /** How long repeated views are merged; the first one is kept. */
  period?: 'minute' | 'hour';
};

/**
 * The INSERT that records a view of a member's data, as part of the statement that reads it: what
 * can't be recorded is not shown. Members' views of themselves are not recorded.
 */
export function noteViews({ from, role, kind, period = 'hour' }: Noted): string {
  const what = kind.startsWith('$') ? `'access_' || ${kind}` : `'${kind}'`;
  const isStaff = role === 'staff';
  const target = isStaff ? 'target_id' : 'NULL::uuid';
  return `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, job_id, target_id, is_named, period)
    SELECT DISTINCT subject_id, viewer_id, '${role}', ${what}, job_id, ${target}, ${isStaff},
      date_trunc('${period}', now())
    FROM ${from} WHERE subject_id <> viewer_id ORDER BY subject_id, job_id, ${target}
    ON CONFLICT (subject_id, viewer_id, kind, coalesce(target_id, job_id, subject_id), period) DO NOTHING`;
}

type View = { subject_id: string; viewer_id: string; job_id: string | null };

const ONE = 'SELECT $1::uuid AS subject_id, $2::uuid AS viewer_id, $3::uuid AS job_id';

/**
 * Records that a member is about to see another's data, before it leaves the server: if it can't
 * be recorded, the read fails. Views within an hour are merged, and write nothing more.
 */
export async function noteView(
  { db, live }: Pick<Services, 'db' | 'live'>,
  { role, kind }: { role: 'sitter' | 'owner'; kind: 'address' | 'email' | 'pet_health' },
  { subject_id, viewer_id, job_id }: View,
): Promise<void> {
  if (subject_id === viewer_id) return;
  const noted = await db.prepared<{ id: string }>(
    `note-view-${kind}`,
    `WITH shown AS (${ONE}) ${noteViews({ from: 'shown', role, kind })} RETURNING id`,
    [subject_id, viewer_id, job_id],
  );
  if (noted.length > 0) live.wake();
}
