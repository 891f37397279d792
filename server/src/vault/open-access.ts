import type { vault } from '@kindpal/contract/vault/contract';
import type { MemberCall } from '../access/call.ts';
import { noteViews } from '../privacy/note-views.ts';
import { refusal } from '../transport/refusal.ts';
import { decryptAccess, type EncryptedAccess } from './encrypt-access.ts';
import { refusalFor } from './job-access.ts';
import { ACCESS_IS_OPEN, HOLDS_JOB, IS_ATTACHED } from './policy.ts';

/**
 * Authorizes, records and reads in one statement. It waits for a concurrent end of the claim and
 * then checks again, so that a sitter who has just canceled gets nothing.
 */
const OPEN = `WITH held AS (
    SELECT claim.id, claim.job_id, ${IS_ATTACHED} AS is_attached
    FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
      JOIN users actor ON actor.id = $2
    WHERE claim.job_id = $1 AND actor.suspended_at IS NULL AND ${HOLDS_JOB} FOR SHARE OF claim),
  allowed AS (
    SELECT access.sealed, access.key_id, job.owner_id AS subject_id, $2::uuid AS viewer_id, job.id AS job_id
    FROM held JOIN jobs job ON job.id = held.job_id JOIN job_access access ON access.job_id = job.id
    WHERE held.is_attached AND ${ACCESS_IS_OPEN} AND $3::text = ANY(access.parts)),
  noted AS (${noteViews({ from: 'allowed', role: 'sitter', kind: '$3', period: 'minute' })})
  SELECT (SELECT count(*)::int FROM held JOIN job_access USING (job_id)
      WHERE is_attached AND $3::text = ANY(parts)) AS held, allowed.sealed, allowed.key_id
  FROM (SELECT 1) one LEFT JOIN allowed ON true`;

type Opened = { held: number } & (EncryptedAccess | { sealed: null; key_id: null });

/**
 * Shows the sitter one part, and records it. Throws ACCESS_CLOSED, ACCESS_UNREADABLE, FORBIDDEN,
 * NOT_FOUND.
 */
export async function openAccess({ input, context }: MemberCall<typeof vault.open>) {
  const { services, actor } = context;
  const { job_id, part } = input;
  const [opened] = await services.db.jsonRows<Opened>({
    name: 'job-access-open',
    text: OPEN,
    values: [job_id, actor.id, part],
  });
  if (!opened) throw new Error('opening home access returned no row');
  if (opened.sealed === null) {
    throw opened.held > 0 ? refusal('ACCESS_CLOSED') : await refusalFor(context, job_id);
  }
  services.live.wake();
  const text = decryptAccess(services.vault, `job_access:${job_id}`, opened)?.[part];
  if (!text) throw refusal('ACCESS_UNREADABLE');
  return { part, text };
}
