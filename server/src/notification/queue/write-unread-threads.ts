import { areBlocked } from '../../block/policy.ts';
import type { Services } from '../../services.ts';
import { DATABASE_TIME } from '../database-time.ts';

/** How long a message may be unread before its recipient is notified. */
const UNREAD_FOR = `interval '10 minutes'`;
/** How far the scan goes back when its last end is in the future, because a clock was wrong. */
const CAUGHT_UP = `interval '1 day'`;

/**
 * Scans the messages that have just become ten minutes old, using the change events: sending a
 * message writes nothing for this. A thread that its recipient has not opened since gets one
 * notification, whose key is how far they have read: the next one comes only after they read. A
 * stranger's request causes one, even if they write more or the recipient opens it, and none once
 * declined. The scheduler's row is locked, so that of two nodes one continues and the other finds
 * nothing to do. Nobody is notified of messages by a member who is suspended by now, or blocked,
 * except about a claim that both still share.
 */
const UNREAD_THREADS = `
  WITH span AS (
    SELECT until, CASE WHEN messages_until > until + ${UNREAD_FOR}
      THEN until - ${CAUGHT_UP} ELSE messages_until END AS since
    FROM notification_clock, (SELECT ${DATABASE_TIME} - ${UNREAD_FOR} AS until) moment
    WHERE messages_until NOT BETWEEN until AND until + ${UNREAD_FOR}
    FOR UPDATE OF notification_clock SKIP LOCKED),
  moved AS (UPDATE notification_clock SET messages_until = span.until FROM span),
  said AS (
    SELECT event.table_name, event.row_id FROM span JOIN change_events event
      ON event.created_at > span.since AND event.created_at <= span.until
    WHERE event.table_name IN ('messages', 'conversation_messages') AND event.op = 'insert'),
  unread AS (
    SELECT DISTINCT ON (claim.id, recipient.id) 'messages.job' AS type, recipient.id AS member_id,
      claim.id AS subject_id, claim.job_id, claim.id AS claim_id, message.sender_id, job.title,
      claim.id || ':' || coalesce(mark.last_seq, 0) AS event_key
    FROM said JOIN messages message ON message.id = said.row_id AND said.table_name = 'messages'
    JOIN job_claims claim ON claim.id = message.claim_id
    JOIN jobs job ON job.id = claim.job_id
    JOIN users sender ON sender.id = message.sender_id AND sender.suspended_at IS NULL
    CROSS JOIN LATERAL (SELECT CASE message.sender_id WHEN job.owner_id THEN claim.sitter_id
      ELSE job.owner_id END AS id) recipient
    LEFT JOIN thread_reads mark ON mark.claim_id = claim.id AND mark.member_id = recipient.id
    WHERE message.seq > coalesce(mark.last_seq, 0)
      AND (claim.ended_at IS NULL OR NOT ${areBlocked('message.sender_id', 'recipient.id')})
    UNION ALL
    SELECT DISTINCT ON (conversation.id, recipient.id)
      CASE WHEN conversation.accepted_at IS NULL THEN 'messages.request' ELSE 'messages.direct' END,
      recipient.id, message.sender_id, NULL, NULL, message.sender_id, NULL,
      CASE WHEN conversation.accepted_at IS NULL THEN conversation.id::text
        ELSE conversation.id || ':' || coalesce(mark.last_seq, 0) END
    FROM said JOIN conversation_messages message
      ON message.id = said.row_id AND said.table_name = 'conversation_messages'
    JOIN conversations conversation ON conversation.id = message.conversation_id
    JOIN users sender ON sender.id = message.sender_id AND sender.suspended_at IS NULL
    CROSS JOIN LATERAL (SELECT CASE message.sender_id WHEN conversation.participant_1
      THEN conversation.participant_2 ELSE conversation.participant_1 END AS id) recipient
    LEFT JOIN conversation_reads mark
      ON mark.conversation_id = conversation.id AND mark.member_id = recipient.id
    WHERE message.seq > coalesce(mark.last_seq, 0) AND conversation.declined_at IS NULL
      AND NOT ${areBlocked('message.sender_id', 'recipient.id')})
  INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, claim_id, actor_id,
    job_title, created_at)
  SELECT member_id, type, event_key, subject_id, job_id, claim_id, sender_id, title, $1::timestamptz FROM unread
  ON CONFLICT (member_id, type, event_key) DO NOTHING`;

/** Notifies members of threads with messages unread for ten minutes, once each. [P7] */
export async function writeUnreadThreads({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.prepared('notify-unread-threads', UNREAD_THREADS, [clock.now(), new Date()]);
}
