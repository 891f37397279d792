import type { claim as claimCalls } from '@kindpal/contract/claim/contract';
import type { Claim } from '@kindpal/contract/claim/schema';
import { type Actor, actorCte, type Credential, findActor } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import { type Database, isUniqueViolation } from '../db/client.ts';
import { MAY_CLAIM } from '../job/policy.ts';
import { notFound, refusal } from '../wire/refusal.ts';

type Seen = { status: string; claimable: boolean };
type Outcome = { actor: Actor | null; claim: Claim | null; job: Seen | null };

const CLAIM_COLUMNS = 'id, job_id, sitter_id, claimed_at, ended_at, end_reason';

/**
 * Takes the job and writes the claim in one statement. The UPDATE waits for whoever is first and
 * then looks again, so all others find the job taken. `job` is how it stood before. [J5]
 */
const claimStatement = (by: Credential['by']) => `WITH ${actorCte(by)},
  taken AS (
    UPDATE jobs job SET status = 'claimed' FROM actor
    WHERE job.id = $2 AND ${MAY_CLAIM}
    RETURNING job.id, job.start_date, job.end_date, actor.id AS sitter_id),
  claim AS (
    INSERT INTO job_claims (job_id, sitter_id, start_date, end_date)
    SELECT id, sitter_id, start_date, end_date FROM taken RETURNING ${CLAIM_COLUMNS})
  SELECT (SELECT to_json(actor) FROM actor) AS actor, (SELECT to_json(claim) FROM claim) AS claim,
    (SELECT json_build_object('status', job.status, 'claimable', coalesce(${MAY_CLAIM}, false))
     FROM jobs job LEFT JOIN actor ON true WHERE job.id = $2) AS job`;

const CLAIM = { token: claimStatement('token'), session: claimStatement('session') };

/** Claims a job for the caller: the first wins; a repeated click of the winner wins again. [J5] */
export async function claimJob({
  input,
  context,
}: OpenCall<typeof claimCalls.create>): Promise<Claim> {
  const { services, credential } = context;
  if (!credential) throw refusal('UNAUTHORIZED');
  if (input.sitter_id) await refuseForeignSitter(services.db, credential, input.sitter_id);
  const now = services.clock.now();
  const { actor, claim, job } = await tryClaim(services.db, credential, [input.job_id, now]);
  if (!actor) throw refusal('UNAUTHORIZED');
  if (claim) return claim;
  if (!job) throw notFound();
  const own = await findLiveClaim(services.db, input.job_id, actor.id);
  if (own) return own;
  const isTaken = job.claimable || ['claimed', 'in_progress', 'completed'].includes(job.status);
  throw refusal(isTaken ? 'JOB_ALREADY_CLAIMED' : 'CANNOT_CLAIM_JOB');
}

/** A body may name the caller as the sitter, nobody else. */
async function refuseForeignSitter(db: Database, credential: Credential, sitterId: string) {
  const actor = await findActor(db, credential);
  if (!actor) throw refusal('UNAUTHORIZED');
  if (actor.id !== sitterId) throw refusal('FORBIDDEN');
}

async function tryClaim(db: Database, credential: Credential, values: unknown[]): Promise<Outcome> {
  try {
    const [outcome] = await db.prepared<Outcome>(`claim-${credential.by}`, CLAIM[credential.by], [
      credential.value,
      ...values,
    ]);
    return outcome ?? { actor: null, claim: null, job: null };
  } catch (error) {
    if (isUniqueViolation(error, 'job_claims_one_live')) throw refusal('JOB_ALREADY_CLAIMED');
    if (isUniqueViolation(error, 'job_claims_no_double_booking')) throw refusal('DOUBLE_BOOKED');
    throw error;
  }
}

async function findLiveClaim(
  db: Database,
  jobId: string,
  sitterId: string,
): Promise<Claim | undefined> {
  const [row] = await db.prepared<{ claim: Claim }>(
    'claim-own-live',
    `SELECT to_json(found) AS claim FROM (
       SELECT ${CLAIM_COLUMNS} FROM job_claims
       WHERE job_id = $1 AND sitter_id = $2 AND ended_at IS NULL) found`,
    [jobId, sitterId],
  );
  return row?.claim;
}
