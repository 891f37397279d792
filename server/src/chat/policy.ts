import { CURRENT_CLAIM } from '../job/rows.ts';

/**
 * A job's chat belongs to its current claim, live or completed: its owner and the sitter who holds
 * that claim read and write it, nobody else, staff included. When a claim ends its thread closes,
 * and the next sitter's begins empty. With somebody who was suspended since, it can still be read,
 * and nothing more is said.
 * As the one statement needs it: the thread of job `$2` that `actor` takes part in. [M1]
 */
export const OWN_THREAD = `thread AS (
  SELECT claim.id AS claim_id, claim.job_id, actor.id AS member_id,
    other.suspended_at IS NULL AS can_write
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id CROSS JOIN actor
  JOIN users other
    ON other.id = CASE actor.id WHEN job.owner_id THEN claim.sitter_id ELSE job.owner_id END
  WHERE claim.job_id = $2 AND ${CURRENT_CLAIM} AND actor.id IN (job.owner_id, claim.sitter_id)
  ORDER BY claim.claimed_at DESC LIMIT 1)`;
