import type { chat } from '@kindpal/contract/chat/contract';
import type { ThreadCard } from '@kindpal/contract/chat/schema';
import type { MemberCall } from '../access/call.ts';
import type { Database, Statement } from '../db/client.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { patternOf, termsOf } from '../db/search-words.ts';
import { decodeCursor, keyValues, pageOf } from '../transport/cursor.ts';
import { notFound } from '../transport/refusal.ts';
import { lastOf, MY_CLAIMS, MY_CONVERSATIONS, MY_REQUESTS, unreadOf } from './my-threads.ts';
import { canWriteDirect, canWriteInClaim, SEES_JOB } from './policy.ts';
import { presentThreadCard, type ThreadCardRow } from './present.ts';
import { DIRECT, JOB } from './threads.ts';

type From = { claims: string; conversations: string };
const ALL: From = { claims: MY_CLAIMS, conversations: MY_CONVERSATIONS };
const REQUESTS: From = {
  claims: `(SELECT claim.* FROM ${MY_CLAIMS} claim WHERE false)`,
  conversations: MY_REQUESTS,
};
/** Thread `$2`, if `$1` is a participant. */
const ONE: From = {
  claims: `(SELECT claim.* FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
    WHERE claim.id = $2 AND $1 IN (job.owner_id, claim.sitter_id))`,
  conversations:
    '(SELECT * FROM conversations WHERE id = $2 AND $1 IN (participant_1, participant_2))',
};

/**
 * Threads of `$1` with the sequence number of their last message, which is enough to order them.
 * Without a message the start time is used; `is_silent` if it ended without one, or never
 * started.
 */
const mine = ({ claims, conversations }: From) => `(
  SELECT claim.id, claim.id AS claim_id, NULL::uuid AS conversation_id, said.seq,
    coalesce(said.created_at, claim.claimed_at) AS updated_at,
    said.seq IS NULL AND claim.ended_at IS NOT NULL AS is_silent
  FROM ${claims} claim LEFT JOIN LATERAL ${lastOf(JOB, 'claim.id')} said ON true
  UNION ALL
  SELECT conversation.id, NULL, conversation.id, said.seq,
    coalesce(said.created_at, conversation.created_at), said.seq IS NULL
  FROM ${conversations} conversation
  LEFT JOIN LATERAL ${lastOf(DIRECT, 'conversation.id')} said ON true
) mine`;

/** The job or conversation of each row of `mine`, and the other participant. */
const WITH_PARTNER = `
  LEFT JOIN job_claims claim ON claim.id = mine.claim_id
  LEFT JOIN jobs job ON job.id = claim.job_id
  LEFT JOIN conversations conversation ON conversation.id = mine.conversation_id
  JOIN users partner ON partner.id = CASE $1::uuid
    WHEN job.owner_id THEN claim.sitter_id WHEN claim.sitter_id THEN job.owner_id
    WHEN conversation.participant_1 THEN conversation.participant_2
    ELSE conversation.participant_1 END`;

const CARD = `mine.id, mine.updated_at, partner.id AS partner_id, partner.full_name AS partner_name,
  partner.profile_image_url AS partner_image, partner.is_verified AS partner_verified,
  partner.role AS partner_role,
  CASE WHEN mine.claim_id IS NULL THEN ${canWriteDirect('$1::uuid', 'partner')}
    ELSE ${canWriteInClaim('$1', 'partner')} END AS can_write,
  job.id AS job_id, job.job_type, job.pet_name, CASE WHEN ${SEES_JOB} THEN job.title END AS title,
  CASE WHEN ${SEES_JOB} THEN job.pet_image_url END AS pet_image_url,
  coalesce(claim.end_reason, CASE WHEN claim.completed_at IS NOT NULL THEN 'to_confirm'
    WHEN claim.started_at IS NULL THEN 'claimed' ELSE 'in_progress' END)
    AS state,
  left(coalesce(job_message.content, message.content), 200) AS content,
  coalesce(job_message.sender_id, message.sender_id) AS sender_id,
  coalesce(job_message.created_at, message.created_at) AS said_at,
  CASE WHEN mine.claim_id IS NULL THEN ${unreadOf(DIRECT, 'mine.conversation_id')}
    ELSE ${unreadOf(JOB, 'mine.claim_id')} END AS unread`;

/** A page of `mine` with the data of its cards: only these rows are read in full. */
const cardsOf = ({ name, text, values }: Statement): Statement => ({
  ...(name && { name }),
  text: `SELECT ${CARD} FROM (${text}) mine ${WITH_PARTNER}
    LEFT JOIN messages job_message
      ON job_message.claim_id = mine.claim_id AND job_message.seq = mine.seq
    LEFT JOIN conversation_messages message
      ON message.conversation_id = mine.conversation_id AND message.seq = mine.seq
    ORDER BY mine.updated_at DESC, mine.id DESC`,
  values,
});

/** Matches a search word with what the card shows. */
const termCondition = (term: string) => ({
  name: 'word',
  text: `(partner.full_name ILIKE ? OR job.pet_name ILIKE ? OR ${SEES_JOB} AND job.title ILIKE ?)`,
  value: patternOf(term),
});

const BOXES = { inbox: ALL, requests: REQUESTS };

/**
 * The caller's threads (job chats and conversations) or the requests of strangers, latest message
 * first. [M1] [M2] [M3] [P7]
 */
export async function listThreads({ input, context }: MemberCall<typeof chat.listThreads>) {
  const { services, actor } = context;
  const terms = termsOf(input.search);
  const isSearch = terms.length > 0;
  const statement = pageStatement({
    name: input.box === 'requests' ? 'thread-requests' : 'threads',
    select: `SELECT mine.* FROM ${mine(BOXES[input.box])} ${isSearch ? WITH_PARTNER : ''}`,
    given: [actor.id],
    where: [{ name: '', text: 'NOT mine.is_silent' }, ...terms.map(termCondition)],
    order: newest('mine.updated_at', 'mine.id'),
    after: keyValues(decodeCursor(input.cursor)),
    limit: input.limit + 1,
    isPlannedAnew: isSearch,
  });
  const rows = await services.db.jsonRows<ThreadCardRow>(cardsOf(statement));
  const { items, next_cursor } = pageOf(rows, input.limit, ({ updated_at, id }) => ({
    created_at: updated_at,
    id,
  }));
  return { items: items.map(presentThreadCard), next_cursor };
}

/** Whether a thread has unread messages for `$1`. */
const IS_UNREAD = `(CASE WHEN mine.claim_id IS NULL THEN ${unreadOf(DIRECT, 'mine.conversation_id')}
  ELSE ${unreadOf(JOB, 'mine.claim_id')} END > 0)`;

/** A member's latest threads with unread messages. [P7] */
export async function listUnreadThreads(
  db: Database,
  memberId: string,
  limit: number,
): Promise<ThreadCard[]> {
  const statement = pageStatement({
    name: 'threads',
    select: `SELECT mine.* FROM ${mine(ALL)}`,
    given: [memberId],
    where: [{ name: 'unread', text: `mine.seq IS NOT NULL AND ${IS_UNREAD}` }],
    order: newest('mine.updated_at', 'mine.id'),
    after: null,
    limit,
  });
  const rows = await db.jsonRows<ThreadCardRow>(cardsOf(statement));
  return rows.map(presentThreadCard);
}

/** One thread of the caller, with or without messages; not found for everybody else. [M1] [M2] */
export async function getThread({
  input,
  context,
}: MemberCall<typeof chat.getThread>): Promise<ThreadCard> {
  const { services, actor } = context;
  const [row] = await services.db.jsonRows<ThreadCardRow>(
    cardsOf({ name: 'thread', text: `SELECT * FROM ${mine(ONE)}`, values: [actor.id, input.id] }),
  );
  if (!row) throw notFound();
  return presentThreadCard(row);
}
