import type { JobStatus } from '@kindpal/contract/job/schema';
import { type Authorized, authorize } from '../access/authorized.ts';
import { areBlocked } from '../block/policy.ts';
import { refusal } from '../transport/refusal.ts';

/**
 * What opens a home belongs to its owner, who alone reads and writes it whole. A copy is attached to a
 * job by the owner, until the job is over, and can be removed at any time. The sitter who holds the job
 * learns which parts there are, and opens each from 24 hours before the start until the end or until
 * they say that it is done, by the clock of the database; each look is noted and shown to the owner.
 * It goes with the claim of a sitter who no longer has the job.
 * To everybody else, staff and former sitters included, there is nothing. A block between the two
 * closes it as if the owner had removed it.
 */
type JobLike = { owner_id: string; status: JobStatus; end: number };

/** The condition under which `actor` holds the `job` by `claim`, and nobody is blocked. */
export const HOLDS_JOB = `(claim.sitter_id = actor.id AND claim.ended_at IS NULL
  AND claim.completed_at IS NULL AND NOT ${areBlocked('job.owner_id', 'actor.id')})`;

/** The condition under which who holds the `job` can open what is attached to it now. */
export const IS_OPEN = `(job.status IN ('claimed', 'in_progress')
  AND access_is_open(job.start_date, job.end_date, clock_timestamp()))`;

/** Allows the owner to attach home access to a locked job. Throws FORBIDDEN, JOB_IS_OVER. */
export function authorizeAttach<Row extends JobLike>(
  row: Row,
  { actorId, now }: { actorId: string; now: Date },
): Authorized<Row, 'attach'> {
  if (row.owner_id !== actorId) throw refusal('FORBIDDEN');
  const isOver = row.status === 'completed' || row.status === 'cancelled';
  if (isOver || row.end <= now.getTime()) throw refusal('JOB_IS_OVER');
  return authorize(row, 'attach');
}

/** Allows the owner to remove it from a job in any state. Throws FORBIDDEN. */
export function authorizeDetach<Row extends JobLike>(
  row: Row,
  actorId: string,
): Authorized<Row, 'detach'> {
  if (row.owner_id !== actorId) throw refusal('FORBIDDEN');
  return authorize(row, 'detach');
}
