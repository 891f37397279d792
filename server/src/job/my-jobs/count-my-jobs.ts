import {
  type JobCounts,
  type JobPhase,
  type JobSide,
  jobPhaseSchema,
  MY_JOBS_COUNTED,
} from '@kindpal/contract/job/my-jobs';
import type { MemberContext } from '../../access/context.ts';
import { PHASE } from './my-jobs-statement.ts';

/** One more than the counted maximum means that there are more. */
const MOST = MY_JOBS_COUNTED + 1;

/** Phases are literals: a generic plan for any phase would read all of an owner's jobs for each. */
const OWNED = jobPhaseSchema.options.map(
  (phase) => `SELECT 'owner' AS side, '${phase}' AS phase, (
    SELECT count(*)::int FROM (SELECT FROM jobs job
      WHERE job.owner_id = $1 AND ${PHASE} = '${phase}' LIMIT ${MOST}) counted) AS count`,
);

/** A sitter holds few jobs at a time, so those are counted directly. */
const COUNTS = `
  ${OWNED.join(' UNION ALL ')}
  UNION ALL
  SELECT 'sitter', ${PHASE}, count(*)::int
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
  WHERE claim.sitter_id = $1 AND claim.ended_at IS NULL GROUP BY 2
  UNION ALL
  SELECT 'sitter', 'past', (SELECT count(*)::int FROM (
    SELECT FROM job_claims claim
    WHERE claim.sitter_id = $1 AND claim.ended_at IS NOT NULL LIMIT ${MOST}) counted)`;

/** The number of the caller's jobs, as owner and as sitter and by phase. [D1] [D3] */
export async function countMyJobs({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const phases = jobPhaseSchema.options;
  const none = () => Object.fromEntries(phases.map((phase) => [phase, 0])) as JobCounts;
  const counts: Record<JobSide, JobCounts> = { owner: none(), sitter: none() };
  const rows = await services.db.prepared<{ side: JobSide; phase: JobPhase; count: number }>(
    'count-my-jobs',
    COUNTS,
    [actor.id],
  );
  for (const { side, phase, count } of rows) counts[side][phase] = count;
  return counts;
}
