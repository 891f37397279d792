import type { JobAction } from '@kindpal/contract/job/actions';
import {
  canActOnJob,
  JOB_GRAPH,
  type JobFacts,
  type JobRelation,
  relationOfMember,
} from '@kindpal/contract/job/rules';
import type { JobStatus } from '@kindpal/contract/job/schema';
import type { Role } from '@kindpal/contract/member/role';
import type { Viewer } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { LIMITS } from '../access/limits/limits.ts';
import { areBlocked } from '../block/policy.ts';
import {
  endedClaimOfOther,
  isOpenedTo,
  isReservedFrom,
  meetsRequirements,
} from '../offer/policy.ts';
import { refusal } from '../transport/refusal.ts';

/**
 * Everybody can see an open job: visitors its area, type, week, pay and the pet's name, members all
 * of it except the street address, because they may claim it. In any other state a job reveals when
 * somebody is away from home: only its owner, the sitter who holds or completed it, and staff see
 * it. A former sitter sees the public view, which does not distinguish claimed, started and
 * completed. For everybody else it does not exist. Visitors can search only what they are shown,
 * and cannot list the jobs of one member. The street address is only for the owner, and for the
 * sitter while they hold the job; not for staff.
 *
 * A job that is offered to some sitters first does not exist for the others (`offer/policy.ts`).
 * The same applies to the open jobs of a suspended owner, except for staff and for sitters who hold
 * or held a claim of them, and to jobs between members with a block; nobody can claim them.
 *
 * The state graph of the contract defines the actions: by the owner, by the sitter who holds the
 * job, by staff without a part in it, and claiming by any other member who sits. A member who may
 * not perform an action gets FORBIDDEN; one who may, but finds the job in another state, gets an
 * error with that state.
 *
 * The owner can read the whole history of a job, with reasons. A sitter who holds or held it reads
 * what concerns their own claims, and of the rest only that the job was posted, canceled, reposted,
 * expired or taken down: never another sitter's name, claim or words. For staff and everybody else
 * the history is empty.
 *
 * The pet's health and emergency contact are for the owner and for the sitter, from the claim until
 * a week after the job's end; not for staff. To keep people from claiming only to read them, a
 * sitter who canceled ten claims within a day, or three claims of this job, cannot claim it, nor
 * can one who claimed jobs for twenty other pets within a day, even if they still hold all of them.
 */
type JobLike = {
  owner_id: string;
  status: JobStatus;
  /**
   * Whether its owner is suspended, or blocked from the viewer, or it is offered to others first;
   * set when a single job is read.
   */
  withdrawn?: boolean;
};
type ClaimLike = { sitter_id: string } | null;

/** A viewer's relation to a job; `claim` is its live or completed one. */
export function relationToJob(viewer: Viewer, job: JobLike, claim: ClaimLike): JobRelation {
  if (job.owner_id === viewer.id) return 'owner';
  if (claim?.sitter_id === viewer.id) return 'claimant';
  return job.withdrawn ? 'other' : relationOfMember(viewer.role as Role);
}

/** A staff member's relation to a job: participants do not moderate it. [S4] */
export function relationOfStaff(
  actor: Pick<Viewer, 'id'>,
  job: Pick<JobLike, 'owner_id'>,
  claim: ClaimLike,
): JobRelation {
  if (job.owner_id === actor.id) return 'owner';
  return claim?.sitter_id === actor.id ? 'claimant' : 'staff';
}

/** Whether the viewer sees place, times and texts, or only the public view. */
export function seesJobInFull(viewer: Viewer | null, job: JobLike, claim: ClaimLike): boolean {
  if (!viewer) return false;
  if ((job.status === 'open' && !job.withdrawn) || viewer.app_role !== 'user') return true;
  return job.owner_id === viewer.id || claim?.sitter_id === viewer.id;
}

/**
 * Whether the viewer may know of the job at all; `hasHeld` means a claim of theirs, ended or not.
 */
export function seesJob(
  viewer: Viewer | null,
  found: { job: JobLike; claim: ClaimLike; hasHeld: boolean },
): boolean {
  if (found.job.status === 'open' && !found.job.withdrawn) return true;
  return viewer !== null && (found.hasHeld || seesJobInFull(viewer, found.job, found.claim));
}

/**
 * The condition under which member `?` sees an entry of a job's history; over `event`, `job` and
 * `claim`, the entry's claim. [J6]
 */
export const SEES_EVENT = `(job.owner_id = ? OR claim.sitter_id = ?
  OR (event.action IN ('post', 'cancel', 'reopen', 'expire', 'take_down')
    AND EXISTS (SELECT FROM job_claims held WHERE held.job_id = job.id AND held.sitter_id = ?)))`;

/** Whether the viewer sees the claim and the reason of a history entry. [J6] */
export function seesEventInFull(
  viewer: Pick<Viewer, 'id'>,
  job: Pick<JobLike, 'owner_id'>,
  sitter: { id: string } | null,
): boolean {
  return job.owner_id === viewer.id || sitter?.id === viewer.id;
}

/** The columns that a job search covers: what its viewer is shown. */
export const SEARCHED_OF_JOB = {
  by_members: ['title', 'description', 'location', 'pet_name', 'pet_breed'],
  by_visitors: ['location', 'pet_name'],
} as const;

/** Whether the viewer sees the job only because they are staff; then it is logged. [S3] */
export function seesJobAsStaff(viewer: Viewer, job: JobLike, claim: ClaimLike): boolean {
  const asMember = { ...viewer, app_role: 'user' } as const;
  return seesJobInFull(viewer, job, claim) && !seesJobInFull(asMember, job, claim);
}

/**
 * Whether the viewer sees the street address: the owner, and the sitter while they hold the job.
 */
export function seesAddress(
  viewer: Viewer,
  job: JobLike,
  claim: { sitter_id: string; ended_at: string | null } | null,
): boolean {
  if (job.owner_id === viewer.id) return true;
  return claim?.sitter_id === viewer.id && claim.ended_at === null;
}

/**
 * Whether the viewer holds the job and has not marked it as done: then they may open home access.
 */
export function holdsJob(
  viewer: Pick<Viewer, 'id'>,
  claim: { sitter_id: string; ended_at: string | null; completed_at: string | null } | null,
): boolean {
  return claim?.sitter_id === viewer.id && claim.ended_at === null && claim.completed_at === null;
}

/** Whether the viewer is a participant of the chat of the job's claim. [M1] */
export function isInJobChat(viewer: Viewer, job: JobLike, claim: ClaimLike): boolean {
  return claim !== null && (job.owner_id === viewer.id || claim.sitter_id === viewer.id);
}

/** A sitter may be asked about the pet for this long after the job. */
const CARE_MS = 7 * 86_400_000;

/** Whether the viewer sees the pet's health; `claim` is the job's live or completed one. */
export function seesPetCare(
  viewer: Viewer,
  { job, claim, now }: { job: JobLike & { end_date: string }; claim: ClaimLike; now: Date },
): boolean {
  if (job.owner_id === viewer.id) return true;
  const until = Date.parse(job.end_date) + CARE_MS;
  return claim?.sitter_id === viewer.id && now.getTime() < until;
}

/** The condition under which an owner's jobs are offered to others; over `owner` (users). */
export const IS_OFFERED = '(owner.suspended_at IS NULL)';

/**
 * Whether `owner` offers nothing to `viewer` (SQL): the owner is suspended, or one has blocked
 * the other.
 */
export const isOwnerWithdrawnFrom = (viewer: string) =>
  `(NOT ${IS_OFFERED} OR ${areBlocked('owner.id', viewer)})`;

/** The condition under which `job` is not offered to `viewer` (SQL); over `owner`. */
export const isWithdrawnFrom = (viewer: string) =>
  `(${isOwnerWithdrawnFrom(viewer)} OR ${isReservedFrom(viewer)})`;

/** Whether there is a block between the owner of `job` and `actor`. */
export const IS_BLOCKED = areBlocked('job.owner_id', 'actor.id');

/** Whether the owner of `job` is suspended. */
export const IS_WITHDRAWN = `EXISTS (SELECT FROM users owner
  WHERE owner.id = job.owner_id AND owner.suspended_at IS NOT NULL)`;

/**
 * Whether an unclaimed `job` that `actor` may not claim must look nonexistent to them: see
 * `seesJob`; `actor` has the `app_role` of its session. Nobody can claim a job of a suspended
 * owner.
 */
export const IS_HIDDEN = `(${IS_WITHDRAWN} OR ${IS_BLOCKED} OR ${isReservedFrom('actor.id')}
  OR (job.status <> 'open' AND job.owner_id <> actor.id
  AND actor.app_role = 'user'
  AND NOT EXISTS (SELECT FROM job_claims past
    WHERE past.job_id = job.id AND past.sitter_id = actor.id)))`;

/** The claims that `actor` canceled, over `past` (job_claims). */
const GIVEN_BACK = `past.sitter_id = actor.id AND past.ended_by = actor.id
  AND past.end_reason = 'released'`;

/** Whether `actor` has canceled this `job` three times: then they may not claim it again. */
export const GAVE_BACK_TOO_OFTEN = `(SELECT count(*) FROM job_claims past
  WHERE past.job_id = job.id AND ${GIVEN_BACK}) > 2`;

const { points: RELEASES, seconds: RELEASES_WITHIN } = LIMITS.release_by_member;

/** When `actor`, who canceled too many claims recently, may claim again; null for now. */
export const MAY_CLAIM_AGAIN_AT = `(SELECT past.ended_at + interval '${RELEASES_WITHIN} seconds'
  FROM job_claims past WHERE ${GIVEN_BACK}
    AND past.ended_at > $3::timestamptz - interval '${RELEASES_WITHIN} seconds'
  ORDER BY past.ended_at DESC OFFSET ${RELEASES - 1} LIMIT 1)`;

/**
 * Whether `actor` has not claimed jobs for too many other pets recently. Not part of `MAY_CLAIM`:
 * the claim itself checks this in a trigger, where claims of one sitter take turns.
 */
export const MAY_CLAIM_PET = '(may_claim_pet_at(actor.id, job.id) IS NULL)';

/** Whether `job` is open at `$3`, the server's time, and `actor` is another member who sits. */
export const IS_FOR_SITTERS = `(job.status = 'open' AND job.end_date > $3
  AND job.owner_id <> actor.id AND actor.role IN ('pet_sitter', 'both'))`;

/**
 * Who may claim, as the WHERE of the claim statement, which may run many times at once. Over
 * `job`, `actor` and `$3`, the server's time. [J5] [J7]
 */
export const MAY_CLAIM = `${IS_FOR_SITTERS} AND NOT ${IS_WITHDRAWN}
  AND NOT ${IS_BLOCKED} AND NOT ${isReservedFrom('actor.id')}
  AND ${meetsRequirements('actor.id')} AND ${isOpenedTo('actor.id')} AND NOT (${GAVE_BACK_TOO_OFTEN}) AND ${MAY_CLAIM_AGAIN_AT} IS NULL
  AND NOT ${endedClaimOfOther('actor.id')}`;

/** Authorizes an action on a locked job, or throws the matching refusal. [J6] [J9] */
export function authorizeJob<Row extends JobLike & JobFacts, Action extends JobAction>(
  action: Action,
  row: Row,
  who: { relation: JobRelation; now: Date },
): Authorized<Row, Action> {
  if (!JOB_GRAPH[action].by.includes(who.relation)) throw refusal('FORBIDDEN');
  if (!canActOnJob(action, { job: row, relation: who.relation, now: who.now.getTime() })) {
    throw refusal('JOB_ACTION_REFUSED', { action, status: row.status });
  }
  return authorize(row, action);
}

/**
 * Refuses an action that its caller meant for another claim: `shown` is the one they saw, null for
 * none, undefined if they did not say. Throws CLAIM_CHANGED. [J6] [J9]
 */
export function requireShownClaim(
  { claim }: { claim: { id: string } | null },
  shown: string | null | undefined,
): void {
  if (shown !== undefined && shown !== (claim?.id ?? null)) throw refusal('CLAIM_CHANGED');
}

/**
 * Authorizes the owner to change the requirements of an open job. Throws FORBIDDEN, JOB_NOT_OPEN.
 * [J2]
 */
export function authorizeRequirements<Row extends JobLike>(
  row: Row,
  actor: Pick<Viewer, 'id'>,
): Authorized<Row, 'set_requirements'> {
  if (row.owner_id !== actor.id) throw refusal('FORBIDDEN');
  if (row.status !== 'open') throw refusal('JOB_NOT_OPEN');
  return authorize(row, 'set_requirements');
}

/** Authorizes the owner to set the area of a job that has none and is not over, or throws. [J2] */
export function authorizeArea<Row extends JobLike & { place_id: number | null }>(
  row: Row,
  actor: Pick<Viewer, 'id'>,
): Authorized<Row, 'set_area'> {
  if (row.owner_id !== actor.id) throw refusal('FORBIDDEN');
  const isOver = row.status === 'completed' || row.status === 'cancelled';
  if (isOver || row.place_id !== null) throw refusal('JOB_AREA_FIXED');
  return authorize(row, 'set_area');
}
