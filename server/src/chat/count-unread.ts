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

/**
 * The same per conversation of `$1`, by the other one of the two. Nobody has to be asked before they
 * are written to: counting goes no further than anybody reads, so that a flood costs little.
 */
const COUNT_DIRECT = `SELECT conversation.partner, unread.count
  FROM (
    SELECT id, participant_2 AS partner FROM conversations WHERE participant_1 = $1
    UNION ALL SELECT id, participant_1 FROM conversations WHERE participant_2 = $1) conversation
  LEFT JOIN conversation_reads mark
    ON mark.conversation_id = conversation.id AND mark.member_id = $1
  CROSS JOIN LATERAL (
    SELECT count(*)::int FROM (
      SELECT FROM conversation_messages message
      WHERE message.conversation_id = conversation.id
        AND message.seq > coalesce(mark.last_seq, 0) AND message.sender_id <> $1
      LIMIT 1000) few) unread
  WHERE unread.count > 0`;

type Row = { about: 'job' | 'member'; id: string; unread: number };

const COUNT_ALL = `SELECT 'job' AS about, job_id AS id, unread FROM (${COUNT}) of_jobs
  UNION ALL SELECT 'member', partner, count FROM (${COUNT_DIRECT}) direct`;

/** How many messages the caller has not read, in all, by job and by member. [P7] */
export async function countUnread({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const rows = await services.db.prepared<Row>('chat-count-unread', COUNT_ALL, [actor.id]);
  const by = (about: Row['about']) =>
    Object.fromEntries(
      rows.filter((row) => row.about === about).map((row) => [row.id, row.unread]),
    );
  return {
    total: rows.reduce((sum, row) => sum + row.unread, 0),
    by_job: by('job'),
    by_member: by('member'),
  };
}
