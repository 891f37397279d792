import { CURRENT_CLAIM } from '../job/rows.ts';

/**
 * A job's chat belongs to its current claim, live or completed: its owner and the sitter who holds
 * that claim read and write it, nobody else, staff included. When a claim ends its thread closes:
 * the two can still read it by the claim's id, and the next sitter's begins empty. With somebody who
 * was suspended since, it can be read as well, and nothing more is said.
 * As the one statement needs it: the thread of job `$2` that `actor` takes part in, of its current
 * claim or of the one that parameter `claim` names. [M1]
 */
export const ownThread = (claim?: string) => `thread AS (
  SELECT claim.id AS claim_id, claim.job_id, actor.id AS member_id, ${CURRENT_CLAIM} AS is_current,
    other.suspended_at IS NULL AND ${CURRENT_CLAIM} AS can_write
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id CROSS JOIN actor
  JOIN users other
    ON other.id = CASE actor.id WHEN job.owner_id THEN claim.sitter_id ELSE job.owner_id END
  WHERE claim.job_id = $2 AND ${claim ? `claim.id = ${claim}` : CURRENT_CLAIM}
    AND actor.id IN (job.owner_id, claim.sitter_id)
  ORDER BY claim.claimed_at DESC LIMIT 1)`;
