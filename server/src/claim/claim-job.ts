import type { claim as claimCalls } from '@kindpal/contract/claim/contract';
import type { Claim } from '@kindpal/contract/claim/schema';
import type { JobStatus } from '@kindpal/contract/job/schema';
import {
  actorCte,
  type Credential,
  findActor,
  perCredential,
  VIEWER_COLUMN,
  type Viewer,
  type ViewerColumn,
  viewerOf,
} from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import type { LimitName } from '../access/limits/limits.ts';
import {
  type Database,
  databaseErrorOf,
  isCheckViolation,
  isUniqueViolation,
} from '../db/client.ts';
import {
  GAVE_BACK_TOO_OFTEN,
  IS_BLOCKED,
  IS_FOR_SITTERS,
  IS_HIDDEN,
  MAY_CLAIM,
  MAY_CLAIM_AGAIN_AT,
} from '../job/policy.ts';
import {
  isOpenedTo,
  meetsRequirements,
  type RequirementsRow,
  requirementsFor,
} from '../offer/policy.ts';
import type { Services } from '../services.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { refuseUnconfirmed } from './claim-warnings.ts';

/** The state of the job, and the caller's own claim of it if there is one. */
type Standing = ViewerColumn & {
  own_id: string | null;
  own_claimed_at: string;
  status: JobStatus | null;
};
/** The new claim or nulls, and the state of the job before. */
type Outcome = Standing & (Claim | { id: null });

const CLAIM_COLUMNS = 'id, job_id, sitter_id, claimed_at, ended_at, end_reason';

/** The columns of `Standing` and their joins; after an `actor`. */
const STANDING = `${VIEWER_COLUMN}, CASE WHEN NOT ${IS_BLOCKED} THEN job.status END AS status, own.id AS own_id, own.claimed_at AS own_claimed_at`;
const STANDS = `(SELECT 1) one LEFT JOIN actor ON true LEFT JOIN jobs job ON job.id = $2
    LEFT JOIN job_claims own
      ON own.job_id = $2 AND own.sitter_id = actor.id AND own.ended_at IS NULL
      AND job.status <> 'completed'`;

const standingStatement = (by: Credential['by']) =>
  `WITH ${actorCte(by)} SELECT ${STANDING} FROM ${STANDS}`;

const STANDING_OF = perCredential(standingStatement);

/**
 * Takes the job and writes the claim in one statement. The UPDATE waits for an earlier claim and
 * then checks again, so all later sitters find the job taken. Both members are locked before the
 * job, as by staff who decide about them; a trigger would lock them after it. [J5]
 */
const claimStatement = (by: Credential['by']) => `WITH ${actorCte(by)},
  held AS (
    SELECT FROM users member WHERE member.id IN (
      SELECT id FROM actor UNION ALL SELECT owner_id FROM jobs WHERE id = $2)
    ORDER BY member.id FOR SHARE),
  taken AS (
    UPDATE jobs job SET status = 'claimed' FROM actor
    WHERE (SELECT count(*) FROM held) > 0 AND job.id = $2 AND ${MAY_CLAIM}
    RETURNING job.id, job.start_date, job.end_date, actor.id AS sitter_id),
  claim AS (
    INSERT INTO job_claims (job_id, sitter_id, start_date, end_date, may_overlap)
    SELECT id, sitter_id, start_date, end_date, $4 FROM taken RETURNING ${CLAIM_COLUMNS})
  SELECT ${STANDING}, claim.* FROM ${STANDS} LEFT JOIN claim ON true`;

const CLAIM = perCredential(claimStatement);

/**
 * Claims a job for the caller: the first wins; the winner's second click also succeeds. Late
 * callers learn that the job is claimed, because they were shown it open; any other job that they
 * may not see looks the same as one that never existed. [J5]
 */
export async function claimJob({
  input,
  context,
}: OpenCall<typeof claimCalls.create>): Promise<Claim> {
  const { services, credential } = context;
  const { job_id, accepted_warnings: accepted } = input;
  if (!credential) throw refusal('UNAUTHORIZED');
  if (input.sitter_id) await refuseForeignSitter(services.db, credential, input.sitter_id);
  if (await services.claims.waitForOther(job_id)) {
    const settled = settle(job_id, await findStanding(services.db, credential, job_id));
    if (settled) return settled;
  }
  const now = services.clock.now();
  const ask = async () =>
    accepted && refuseUnconfirmed(services.db, credential, { job_id, now, accepted });
  await ask();
  const mayOverlap = accepted?.includes('overlap') ?? true;
  const outcome = await services.claims.take(job_id, () =>
    tryClaim(services.db, credential, { values: [job_id, now, mayOverlap], ask }),
  );
  if (outcome.id !== null) return presentClaim(outcome);
  const settled = settle(job_id, outcome);
  if (settled) return settled;
  const actor = viewerOf(outcome) as Viewer;
  await refuseClaim(services, actor, job_id);
  // Somebody was slightly faster; it may have been the caller's own first click.
  const own = await findLiveClaim(services.db, job_id, actor.id);
  if (own) return own;
  throw refusal('JOB_ALREADY_CLAIMED');
}

/**
 * The caller's existing claim; null if the job may still be free, or is unknown to the caller.
 * Throws when somebody else has claimed it, and for visitors.
 */
function settle(job_id: string, standing: Standing): Claim | null {
  const actor = viewerOf(standing);
  if (!actor) throw refusal('UNAUTHORIZED');
  if (standing.own_id) {
    const { own_id: id, own_claimed_at: claimed_at } = standing;
    return { id, job_id, sitter_id: actor.id, claimed_at, ended_at: null, end_reason: null };
  }
  if (standing.status && isHeld(standing.status)) throw refusal('JOB_ALREADY_CLAIMED');
  return null;
}

async function findStanding(
  db: Database,
  { by, value }: Credential,
  jobId: string,
): Promise<Standing> {
  const statement = { name: `claim-standing-${by}`, text: STANDING_OF[by], values: [value, jobId] };
  const [standing] = await db.shortRead<Standing>(statement);
  if (!standing) throw new Error("reading a job's state returned no row");
  return standing;
}

function isHeld(status: JobStatus): boolean {
  return status === 'claimed' || status === 'in_progress' || status === 'completed';
}

const OBSTACLES = `SELECT job.status, ${IS_BLOCKED} AS blocked, ${IS_HIDDEN} AS hidden, ${MAY_CLAIM} AS claimable,
    ${GAVE_BACK_TOO_OFTEN} AS too_often, ${IS_FOR_SITTERS} AS for_sitters,
    ${meetsRequirements('actor.id')} AS meets, ${isOpenedTo('actor.id')} AS opened,
    ${requirementsFor('actor.id')} AS requirements,
    ceil(extract(epoch FROM ${MAY_CLAIM_AGAIN_AT} - $3::timestamptz))::int AS wait
  FROM jobs job CROSS JOIN (SELECT *, $4::text AS app_role FROM users WHERE id = $1) actor
  WHERE job.id = $2`;

type Obstacles = {
  status: JobStatus;
  blocked: boolean;
  hidden: boolean;
  claimable: boolean;
  too_often: boolean;
  /** Whether it is open to sitters in general, including the caller. */
  for_sitters: boolean;
  meets: boolean;
  opened: boolean;
  requirements: RequirementsRow | null;
  wait: number | null;
};

/**
 * Throws the reason why an unclaimed job is not available to this member; returns if it is.
 * Queried only then: most losers of a race get their answer from the claim statement itself. Also
 * for unknown jobs, so that the time does not tell them from hidden ones. [S6]
 */
async function refuseClaim({ db, clock }: Services, actor: Viewer, jobId: string) {
  const [found] = await db.prepared<Obstacles>('claim-obstacles', OBSTACLES, [
    actor.id,
    jobId,
    clock.now(),
    actor.app_role,
  ]);
  if (!found) throw notFound();
  if (found.blocked) throw notFound();
  // It was claimed while this claim was waiting.
  if (found.claimable || isHeld(found.status)) return;
  if (found.hidden) throw notFound();
  if (found.too_often) throw refusal('GIVEN_BACK_TOO_OFTEN');
  if (!found.wait) throw unmetRequirement(found) ?? refusal('CANNOT_CLAIM_JOB');
  throw mustWait('release_by_member', found.wait);
}

/** The error for a sitter who may claim again later. */
function mustWait(limit: LimitName, seconds: number) {
  return refusal('TOO_MANY_REQUESTS', { limit, retry_after_seconds: Math.max(1, seconds) });
}

/**
 * The error for requirements the sitter does not meet, or when others come first; null if nothing
 * is required. [J5]
 */
function unmetRequirement({ for_sitters, meets, opened, requirements }: Obstacles) {
  if (!for_sitters || !requirements) return null;
  const { met_before, verified, min_reviews, opens_at, has_met, is_verified, reviews } =
    requirements;
  if (!meets) {
    const mine = { has_met, is_verified, reviews };
    return refusal('REQUIREMENTS_NOT_MET', { met_before, verified, min_reviews, opens_at, mine });
  }
  return opened ? null : refusal('NOT_OPEN_YET', { opens_at });
}

function presentClaim({ id, job_id, sitter_id, claimed_at, ended_at, end_reason }: Claim): Claim {
  return { id, job_id, sitter_id, claimed_at, ended_at, end_reason };
}

/** A body may name only the caller as the sitter. */
async function refuseForeignSitter(db: Database, credential: Credential, sitterId: string) {
  const actor = await findActor(db, credential);
  if (!actor) throw refusal('UNAUTHORIZED');
  if (actor.id !== sitterId) throw refusal('FORBIDDEN');
}

async function tryClaim(
  db: Database,
  { by, value }: Credential,
  { values, ask }: { values: unknown[]; ask: () => Promise<unknown> },
): Promise<Outcome> {
  try {
    const statement = { name: `claim-${by}`, text: CLAIM[by], values: [value, ...values] };
    const [outcome] = await db.jsonRows<Outcome>(statement);
    if (!outcome) throw new Error('a claim returned no row');
    return outcome;
  } catch (error) {
    if (isUniqueViolation(error, 'job_claims_one_live')) throw refusal('JOB_ALREADY_CLAIMED');
    if (isUniqueViolation(error, 'job_claims_no_double_booking')) throw refusal('DOUBLE_BOOKED');
    if (isCheckViolation(error, 'job_claims_email_confirmed')) throw refusal('EMAIL_NOT_CONFIRMED');
    if (isCheckViolation(error, 'job_claims_live_limit')) throw refusal('TOO_MANY_LIVE_CLAIMS');
    if (isCheckViolation(error, 'job_claims_pets_a_day')) {
      throw mustWait('claimed_pet_by_member', Number(databaseErrorOf(error)?.detail));
    }
    // While the claim waited, somebody was suspended or blocked: a new attempt finds that.
    if (
      isCheckViolation(error, 'job_claims_suspended') ||
      isCheckViolation(error, 'job_claims_blocked')
    ) {
      return tryClaim(db, { by, value }, { values, ask });
    }
    // Another claim of theirs came in between: ask about that one, unless it is over.
    if (isCheckViolation(error, 'job_claims_overlap')) {
      await ask();
      return tryClaim(db, { by, value }, { values, ask });
    }
    throw error;
  }
}

async function findLiveClaim(
  db: Database,
  jobId: string,
  sitterId: string,
): Promise<Claim | undefined> {
  const [claim] = await db.jsonRows<Claim>({
    name: 'claim-own-live',
    text: `SELECT ${CLAIM_COLUMNS} FROM job_claims
      WHERE job_id = $1 AND sitter_id = $2 AND ended_at IS NULL`,
    values: [jobId, sitterId],
  });
  return claim;
}
