import type { Pool } from 'pg';
import { type SignedIn, signIn } from './sessions.ts';

/** A claimed job with a signed-in owner and more than one page of messages. */
export type BusyChat = { job_id: string; claim_id: string; owner: SignedIn };

const MESSAGES = 60;

/** Picks a claimed job and fills its chat. */
export async function openBusyChat(pool: Pool): Promise<BusyChat> {
  const { rows } = await pool.query<{ job_id: string; claim_id: string; owner_id: string }>(
    `SELECT job.id AS job_id, claim.id AS claim_id, job.owner_id
     FROM jobs job JOIN job_claims claim ON claim.job_id = job.id
     WHERE job.status = 'claimed' AND claim.ended_at IS NULL ORDER BY job.id LIMIT 1`,
  );
  const [found] = rows;
  if (!found) throw new Error('no job is claimed');
  await pool.query(
    `INSERT INTO messages (job_id, claim_id, sender_id, client_id, content)
     SELECT $1, $2, $3, gen_random_uuid(), 'We went round the pond, and nobody wanted to go home. ' || n
     FROM generate_series(1, $4::int) n`,
    [found.job_id, found.claim_id, found.owner_id, MESSAGES],
  );
  const [owner] = await signIn(pool, [found.owner_id]);
  return { job_id: found.job_id, claim_id: found.claim_id, owner: owner as SignedIn };
}
