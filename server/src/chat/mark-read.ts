import type { chat } from '@kindpal/contract/chat/contract';
import type { MemberCall } from '../access/call.ts';
import { CURRENT_CLAIM } from '../job/rows.ts';
import { refuseThread } from './thread.ts';

/** Over `$1` the reader and `$2` the job: the reader's own thread, and how far it goes. */
const MARK = `WITH thread AS (
    SELECT claim.id FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
    WHERE claim.job_id = $2 AND ${CURRENT_CLAIM} AND $1 IN (job.owner_id, claim.sitter_id)
    ORDER BY claim.claimed_at DESC LIMIT 1),
  marked AS (
    INSERT INTO thread_reads (claim_id, member_id, last_seq)
    SELECT thread.id, $1, coalesce((SELECT max(seq) FROM messages WHERE claim_id = thread.id), 0) FROM thread
    ON CONFLICT (claim_id, member_id) DO UPDATE
      SET last_seq = excluded.last_seq WHERE thread_reads.last_seq < excluded.last_seq)
  SELECT id FROM thread`;

/** Marks the caller's thread of a job as read up to its newest message. [P7] */
export async function markRead({ input, context }: MemberCall<typeof chat.markRead>) {
  const { services, actor } = context;
  const [thread] = await services.db.prepared<{ id: string }>('chat-mark-read', MARK, [
    actor.id,
    input.job_id,
  ]);
  if (thread) return {};
  throw await refuseThread(services.db, { by: 'session', value: actor.session_id }, input.job_id);
}
