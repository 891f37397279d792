import type { ViewedKind } from '@kindpal/contract/privacy/schema';

type Noted = {
  /** A common table expression with `subject_id`, `viewer_id` and `job_id`. */
  from: string;
  role: 'sitter' | 'owner' | 'staff';
  kind: ViewedKind | `$${number}`;
  /** How long looks count as one; the first of them is kept. */
  period?: 'minute' | 'hour';
};

/**
 * The INSERT that notes who looks at a member's data, as part of the statement that reads them: what
 * cannot be noted is not told. What members see of themselves is not noted.
 */
export function noteViews({ from, role, kind, period = 'hour' }: Noted): string {
  const what = kind.startsWith('$') ? `'access_' || ${kind}` : `'${kind}'`;
  return `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, job_id, period)
    SELECT DISTINCT subject_id, viewer_id, '${role}', ${what}, job_id, date_trunc('${period}', now())
    FROM ${from} WHERE subject_id <> viewer_id ORDER BY subject_id, job_id
    ON CONFLICT (subject_id, viewer_id, kind, coalesce(job_id, subject_id), period) DO NOTHING`;
}
