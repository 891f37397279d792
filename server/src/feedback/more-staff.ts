import type { Database } from '../db/client.ts';
import { APPEAL_WAITS, NEEDS_OTHER_STAFF } from '../moderation/policy.ts';
import { HANDLES, partOf } from '../report/policy.ts';
import { TEAM } from '../staff/policy.ts';
import { concernsAllStaff } from './policy.ts';

/**
 * The requests, reports and appeals that nobody on the team may handle (SQL), and from when on
 * super admins are notified of each: after a day, or at once of a danger. A report that concerns
 * everybody on the team concerns any `one` of them, found by an index. Waiting appeals are few.
 */
export const NEEDS_MORE_STAFF = `WITH team AS ${TEAM},
    one AS (SELECT user_id FROM team ORDER BY user_id LIMIT 1)
  SELECT id, created_at + interval '1 day' AS due_at FROM feedback
    WHERE status IN ('open', 'in_progress') AND ${concernsAllStaff('feedback')}
  UNION ALL SELECT id, created_at + CASE WHEN reason = 'danger' THEN interval '0' ELSE interval '1 day' END
    FROM (
      SELECT * FROM reports WHERE member_id = (SELECT user_id FROM one)
      UNION ALL SELECT * FROM reports WHERE reporter_id = (SELECT user_id FROM one)
      UNION ALL SELECT * FROM reports
        WHERE subject_id = ANY (ARRAY${partOf('(SELECT user_id FROM one)')})) report
    WHERE decided_at IS NULL
      AND NOT EXISTS (SELECT FROM team WHERE ${HANDLES.replaceAll('?', 'team.user_id')})
  UNION ALL SELECT id, appealed_at + interval '1 day' FROM moderation_decisions decision
    WHERE ${APPEAL_WAITS} AND ${NEEDS_OTHER_STAFF}`;

/** Whether a request, a report or an appeal waits that nobody on the team may handle. [S4] */
export async function needsMoreStaff(db: Database): Promise<boolean> {
  const [row] = await db.jsonRows<{ needs_more: boolean }>({
    name: 'needs-more-staff',
    text: `SELECT EXISTS (${NEEDS_MORE_STAFF}) AS needs_more`,
    values: [],
  });
  return row?.needs_more ?? false;
}
