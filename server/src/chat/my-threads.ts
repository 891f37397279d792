import { CURRENT_CLAIM } from '../job/rows.ts';
import { isReachable } from './policy.ts';
import type { Kind } from './threads.ts';

/**
 * The claims of member `$1`, as sitter and as the job's owner: each has a thread. OFFSET 0 makes
 * PostgreSQL look up claims per job, instead of reading everybody's claims for the join.
 */
export const MY_CLAIMS = `(
  SELECT claim.id, claim.job_id, claim.claimed_at, claim.ended_at, ${CURRENT_CLAIM} AS is_current
  FROM job_claims claim WHERE claim.sitter_id = $1
  UNION ALL
  SELECT claim.id, claim.job_id, claim.claimed_at, claim.ended_at, ${CURRENT_CLAIM}
  FROM jobs job CROSS JOIN LATERAL
    (SELECT * FROM job_claims claim WHERE claim.job_id = job.id OFFSET 0) claim
  WHERE job.owner_id = $1)`;

/** The conversations of member `$1`, with the other participant. */
const MINE = `(
  SELECT *, participant_2 AS partner_id FROM conversations WHERE participant_1 = $1
  UNION ALL
  SELECT *, participant_1 FROM conversations WHERE participant_2 = $1)`;

/** Whether a row of `mine` is a stranger's request that has not been accepted. */
const IS_REQUEST = '(mine.accepted_at IS NULL AND mine.begun_by = mine.partner_id)';

/** The conversations of member `$1` without requests from strangers. [M3] */
export const MY_CONVERSATIONS = `(SELECT mine.* FROM ${MINE} mine WHERE ${IS_REQUEST} IS NOT TRUE)`;

/** The requests that wait for an answer from member `$1`. [M3] */
export const MY_REQUESTS = `(SELECT mine.* FROM ${MINE} mine
  JOIN users stranger ON stranger.id = mine.partner_id AND ${isReachable('$1', 'stranger')}
  WHERE ${IS_REQUEST} AND mine.declined_at IS NULL)`;

/**
 * The last message of thread `id`, for a lateral join. A range of one value, as in
 * `messagesStatement`: it reads only the end of a long thread.
 */
export const lastOf = ({ messages, key }: Kind, id: string) => `(
  SELECT message.seq, message.created_at FROM ${messages} message
  WHERE message.${key} >= ${id} AND message.${key} <= ${id}
  ORDER BY message.${key} DESC, message.seq DESC LIMIT 1)`;

/**
 * How many messages of thread `id` are unread for member `$1`. Anybody can write, so counting
 * stops at a maximum: a flood of messages costs little.
 */
export const unreadOf = ({ messages, reads, key }: Kind, id: string) => `(
  SELECT count(*)::int FROM (
    SELECT FROM ${messages} message
    WHERE message.${key} <= ${id} AND message.sender_id <> $1
      AND (message.${key}, message.seq) > (${id}, coalesce(
        (SELECT last_seq FROM ${reads} mark WHERE mark.${key} = ${id} AND mark.member_id = $1), 0))
    ORDER BY message.${key}, message.seq LIMIT 1000) few)`;
