import {
  type JobCounts,
  type JobPhase,
  type JobSide,
  jobPhaseSchema,
  MY_JOBS_COUNTED,
} from '@kindpal/contract/job/my-jobs';
import type { MemberContext } from '../access/context.ts';
import { PHASE } from './my-jobs-statement.ts';

/** One more than is counted says that there are more. */
const MOST = MY_JOBS_COUNTED + 1;

/** A sitter holds few jobs at once: those are counted one by one. */
const COUNTS = `
  SELECT 'owner' AS side, wanted.phase, (
    SELECT count(*)::int FROM (
      SELECT FROM jobs job WHERE job.owner_id = $1 AND ${PHASE} = wanted.phase LIMIT ${MOST}) counted) AS count
  FROM unnest($2::text[]) wanted (phase)
  UNION ALL
  SELECT 'sitter', ${PHASE}, count(*)::int
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
  WHERE claim.sitter_id = $1 AND claim.ended_at IS NULL GROUP BY 2
  UNION ALL
  SELECT 'sitter', 'past', (SELECT count(*)::int FROM (
    SELECT FROM job_claims claim
    WHERE claim.sitter_id = $1 AND claim.ended_at IS NOT NULL LIMIT ${MOST}) counted)`;

/** How many jobs the caller has, on either side and by phase. [D1] [D3] */
export async function countMyJobs({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const phases = jobPhaseSchema.options;
  const none = () => Object.fromEntries(phases.map((phase) => [phase, 0])) as JobCounts;
  const counts: Record<JobSide, JobCounts> = { owner: none(), sitter: none() };
  const rows = await services.db.prepared<{ side: JobSide; phase: JobPhase; count: number }>(
    'count-my-jobs',
    COUNTS,
    [actor.id, phases],
  );
  for (const { side, phase, count } of rows) counts[side][phase] = count;
  return counts;
}
