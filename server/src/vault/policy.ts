import type { JobStatus } from '@kindpal/contract/job/schema';
import { type Authorized, authorize } from '../access/authorized.ts';
import { areBlocked } from '../block/policy.ts';
import { refusal } from '../transport/refusal.ts';

/**
 * Home access belongs to its owner, the only one who can read and write all of it. The owner
 * attaches a copy to a job until it is over, and can remove it at any time. The sitter who holds
 * the job sees which parts there are, and opens each from 24 hours before the start until the end
 * or until they mark the job as done, by the database clock; each view is recorded and shown to the
 * owner. The copy is removed when the sitter's claim ends. For everybody else, including staff and
 * former sitters, it does not exist. A block by the owner removes it, and while there is a block
 * between the two the sitter sees nothing attached, even if the owner attaches it again. So the
 * sitter cannot distinguish a block from an owner who removed the home access.
 */
type JobLike = { owner_id: string; status: JobStatus; end: number };

/** The condition under which `actor` holds the `job` by `claim`. */
export const HOLDS_JOB = `(claim.sitter_id = actor.id AND claim.ended_at IS NULL
  AND claim.completed_at IS NULL)`;

/** Whether what is attached to a `job` exists for `actor`; despite a block only for its owner. */
export const IS_ATTACHED = `(job.owner_id = actor.id OR NOT ${areBlocked('job.owner_id', 'actor.id')})`;

/** The condition under which the sitter of the `job` can open its access now. */
export const ACCESS_IS_OPEN = `(job.status IN ('claimed', 'in_progress')
  AND access_is_open(job.start_date, job.end_date, clock_timestamp()))`;

/** Authorizes the owner to attach home access to a locked job. Throws FORBIDDEN, JOB_IS_OVER. */
export function authorizeAttach<Row extends JobLike>(
  row: Row,
  { actorId, now }: { actorId: string; now: Date },
): Authorized<Row, 'attach'> {
  if (row.owner_id !== actorId) throw refusal('FORBIDDEN');
  const isOver = row.status === 'completed' || row.status === 'cancelled';
  if (isOver || row.end <= now.getTime()) throw refusal('JOB_IS_OVER');
  return authorize(row, 'attach');
}

/** Authorizes the owner to remove it from a job in any state. Throws FORBIDDEN. */
export function authorizeDetach<Row extends JobLike>(
  row: Row,
  actorId: string,
): Authorized<Row, 'detach'> {
  if (row.owner_id !== actorId) throw refusal('FORBIDDEN');
  return authorize(row, 'detach');
}
