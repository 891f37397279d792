import type { MemberContext } from '../../access/context.ts';
import { PHASE } from '../../job/my-jobs/my-jobs-statement.ts';
import { memberName } from '../../member/member-card.ts';
import { recordView } from '../activity/record-view.ts';

/** The ids of a member's jobs that are claimed or in progress, soonest first, in SQL. */
export const currentJobsOf = (member: string, limit: number) => `ARRAY(
  (SELECT job.id FROM jobs job WHERE job.owner_id = ${member} AND ${PHASE} IN ('upcoming', 'in_progress')
    ORDER BY job.start_date LIMIT ${limit})
  UNION (SELECT held.job_id FROM job_claims held WHERE held.sitter_id = ${member} AND held.ended_at IS NULL
    ORDER BY held.start_date LIMIT ${limit}))`;

/** These jobs with their participants as a JSON array in SQL, soonest first. */
export const jobContexts = (ids: string, limit: number) => `(
  SELECT coalesce(json_agg(json_build_object('id', about.id, 'pet_name', about.pet_name,
      'job_type', about.job_type, 'status', about.status, 'start_date', about.start_date,
      'end_date', about.end_date, 'time_zone', about.time_zone,
      'owner', ${memberName('owner')},
      'sitter', CASE WHEN sitter.id IS NOT NULL THEN ${memberName('sitter')} END)
    ORDER BY about.start_date, about.id), '[]')
  FROM (SELECT * FROM jobs WHERE jobs.id = ANY(${ids}) ORDER BY jobs.start_date LIMIT ${limit}) about
  JOIN users owner ON owner.id = about.owner_id
  LEFT JOIN LATERAL (SELECT latest.sitter_id FROM job_claims latest WHERE latest.job_id = about.id
    ORDER BY latest.claimed_at DESC LIMIT 1) claim ON true
  LEFT JOIN users sitter ON sitter.id = claim.sitter_id)`;

/** Logs that staff are about to see these jobs beside something else. [S3] */
export function recordJobContexts(context: MemberContext, jobs: { id: string }[]): Promise<void> {
  const ids = [...new Set(jobs.map(({ id }) => id))];
  return recordView(context, { action: 'jobs_read', target_type: 'job', ids, shown: 'beside' });
}
