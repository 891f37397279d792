import type { MemberContext } from '../access/context.ts';
import { CURRENT_CLAIM } from '../job/rows.ts';

/** Per thread of `$1`, held as its sitter or as the job's owner: what the other one wrote since. */
const COUNT = `SELECT claim.job_id, count(*)::int AS unread
  FROM (
    SELECT claim.id, claim.job_id FROM job_claims claim
    WHERE claim.sitter_id = $1 AND ${CURRENT_CLAIM}
    UNION ALL
    SELECT claim.id, claim.job_id FROM jobs job JOIN job_claims claim ON claim.job_id = job.id
    WHERE job.owner_id = $1 AND ${CURRENT_CLAIM}) claim
  LEFT JOIN thread_reads mark ON mark.claim_id = claim.id AND mark.member_id = $1
  JOIN messages message ON message.claim_id = claim.id AND message.seq > coalesce(mark.last_seq, 0)
  WHERE message.sender_id <> $1
  GROUP BY claim.job_id`;

/** How many messages the caller has not read, in all and by job. [P7] */
export async function countUnread({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const rows = await services.db.prepared<{ job_id: string; unread: number }>(
    'chat-count-unread',
    COUNT,
    [actor.id],
  );
  return {
    total: rows.reduce((sum, row) => sum + row.unread, 0),
    by_job: Object.fromEntries(rows.map((row) => [row.job_id, row.unread])),
  };
}
