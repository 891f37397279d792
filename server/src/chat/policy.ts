import { FIRST_MESSAGES } from '@kindpal/contract/chat/rules';
import type { whichConversation } from '@kindpal/contract/chat/schema';
import { type Authorized, authorize } from '../access/authorized.ts';
import { areBlocked } from '../block/policy.ts';
import { CURRENT_CLAIM } from '../job/rows.ts';
import { isReservedFrom } from '../offer/policy.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/*
 * A thread has two participants, who read and write it. Nobody else does, except two staff members
 * who may read it after a report (`reading/policy.ts`). There are two kinds.
 *
 * A job's thread belongs to one claim: its participants are the owner and the sitter of that claim.
 * When the claim ends, the thread closes: both can still read it, nobody can write, and the next
 * sitter's thread starts empty. The thread of a completed claim stays open.
 *
 * A conversation belongs to two members. Members may start one with any other member who is not
 * suspended, but not with themselves. For anybody else it does not exist. Members choose who may
 * write to them first. A stranger's first messages are a request, limited to three until the other
 * one replies, accepts or has a job with them. The stranger never learns that it was declined: it
 * looks like a request without an answer.
 *
 * A thread with a member who has since been suspended or blocked can be read, but not written to.
 * The thread of a claim in progress stays open despite a block.
 */

/** How a call identifies its thread. */
export type Which = 'job' | 'claim' | 'conversation' | 'member';
/** The identification of a thread in a call: `values` become `$2` and following. */
export type ThreadName = { which: Which; values: string[] };

/** Over `me` and `other` (users); the same columns for each kind of `thread`. */
const SIDES = `me.id AS me, me.full_name AS my_name, me.profile_image_url AS my_image,
  other.id AS partner_id, other.full_name AS partner_name, other.profile_image_url AS partner_image`;

/** Whether a conversation with `other` (users) can continue for the member `me` (SQL). */
export const isReachable = (me: string, other: string) =>
  `(${other}.suspended_at IS NULL AND NOT ${areBlocked(me, `${other}.id`)})`;

/** How many messages `me` has sent in a conversation that the other one has not accepted. */
const SAID_FIRST = (
  me: string,
) => `CASE WHEN conversation.begun_by = ${me} THEN (SELECT count(*)::int
  FROM (SELECT FROM conversation_messages said WHERE said.conversation_id = conversation.id
    LIMIT ${FIRST_MESSAGES}) few) ELSE 0 END`;

/** Whether `me` can write to `other` (users) in `conversation`, which may not exist yet. [M3] */
export const canWriteDirect = (me: string, other: string) => `(${isReachable(me, other)}
  AND (conversation.accepted_at IS NOT NULL OR CASE conversation.begun_by WHEN ${other}.id THEN true
    WHEN ${me} THEN ${SAID_FIRST(me)} < ${FIRST_MESSAGES} OR have_worked_together(${me}, ${other}.id)
    ELSE may_write_first(${me}, ${other}.id) END))`;

/** The state of contact between `me` and `other` (users) as `me` sees it: a `Contact`. [M3] */
const CONTACT = `CASE WHEN conversation.accepted_at IS NOT NULL THEN 'open'
  WHEN NOT ${isReachable('me.id', 'other')} THEN 'closed'
  WHEN conversation.begun_by = other.id
    THEN CASE WHEN conversation.declined_at IS NULL THEN 'request' ELSE 'declined' END
  WHEN conversation.begun_by IS NULL AND NOT may_write_first(me.id, other.id) THEN 'not_taken'
  WHEN have_worked_together(me.id, other.id) THEN 'open'
  WHEN conversation.begun_by IS NULL THEN 'new' ELSE 'waiting' END`;

/** Whether messages can be sent in the thread of `claim`, between members `me` and `other`. */
export const canWriteInClaim = (me: string, other: string) => `(${other}.suspended_at IS NULL
  AND ${CURRENT_CLAIM} AND (claim.ended_at IS NULL OR NOT ${areBlocked(me, `${other}.id`)}))`;

const ofJob = (job: string, condition: string) => `thread AS (
  SELECT claim.id AS thread_id, claim.job_id, ${SIDES}, ${CURRENT_CLAIM} AS is_current,
    ${canWriteInClaim('me.id', 'other')} AS can_write, 'open' AS contact, 0 AS said_first
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id CROSS JOIN actor
  JOIN users me ON me.id = actor.id
  JOIN users other
    ON other.id = CASE actor.id WHEN job.owner_id THEN claim.sitter_id ELSE job.owner_id END
  WHERE claim.job_id = ${job} AND ${condition} AND actor.id IN (job.owner_id, claim.sitter_id)
  ORDER BY claim.claimed_at DESC LIMIT 1)`;

const DIRECT = `conversation.id AS thread_id, ${SIDES}, other.is_verified AS partner_verified,
  other.role AS partner_role, true AS is_current, ${canWriteDirect('me.id', 'other')} AS can_write,
  ${CONTACT} AS contact,
  CASE WHEN conversation.accepted_at IS NULL THEN ${SAID_FIRST('me.id')} ELSE 0 END AS said_first`;

const THREAD: Record<Which, (name: string, claim: string) => string> = {
  job: (job) => ofJob(job, CURRENT_CLAIM),
  claim: (job, claim) => ofJob(job, `claim.id = ${claim}`),
  conversation: (id) => `thread AS (
    SELECT ${DIRECT} FROM actor JOIN users me ON me.id = actor.id
    JOIN conversations conversation
      ON conversation.id = ${id} AND actor.id IN (conversation.participant_1, conversation.participant_2)
    JOIN users other ON other.id = CASE actor.id WHEN conversation.participant_1
      THEN conversation.participant_2 ELSE conversation.participant_1 END)`,
  member: (id) => `thread AS (
    SELECT ${DIRECT} FROM actor JOIN users me ON me.id = actor.id
    JOIN users other ON other.id = ${id} AND other.id <> actor.id
    LEFT JOIN conversations conversation
      ON conversation.participant_1 = least(actor.id, other.id)
      AND conversation.participant_2 = greatest(actor.id, other.id)
    WHERE conversation.id IS NOT NULL OR ${isReachable('actor.id', 'other')})`,
};

/**
 * A CTE, after `actor`: the thread of a job's current claim or of a given claim; a conversation,
 * or the one with a member, whose `thread_id` is null while there is none. The parameters are
 * SQL, `$2` and `$3` by default. At most one row, and none for non-participants. [M1] [M2]
 */
export function threadCte(which: Which, [name, claim] = ['$2', '$3']): string {
  return THREAD[which](name as string, claim as string);
}

/** Identifies a job's thread: of its current claim, or of the claim given. */
export function threadOfJob(input: { job_id: string; claim_id?: string | undefined }): ThreadName {
  return input.claim_id
    ? { which: 'claim', values: [input.job_id, input.claim_id] }
    : { which: 'job', values: [input.job_id] };
}

type WhichInput = { [Key in keyof typeof whichConversation]?: string | undefined };

/** Identifies a conversation; the contract allows exactly one of the two fields. */
export function directThread({ conversation_id, member_id }: WhichInput): ThreadName {
  return conversation_id
    ? { which: 'conversation', values: [conversation_id] }
    : { which: 'member', values: [member_id as string] };
}

/**
 * Whether `$1`, a participant, sees the job in full, as in `seesJobInFull`: a former sitter sees
 * the public view. Over `job`, `claim` and `partner`, who is the owner for the sitter. [J4]
 */
export const SEES_JOB = `(job.owner_id = $1 OR ${CURRENT_CLAIM}
  OR job.status = 'open' AND NOT ${isReservedFrom('$1')} AND ${isReachable('$1', 'partner')})`;

/** A conversation, as needed to answer a request. */
export type Conversation = {
  id: string;
  participant_1: string;
  participant_2: string;
  begun_by: string | null;
  accepted_at: Date | null;
};

/**
 * Authorizes the recipient to answer a request. Throws NOT_FOUND for non-participants, and
 * FORBIDDEN for the sender, whether it was answered or not. [M3]
 */
export function authorizeAnswer(
  actor: { id: string },
  conversation: Conversation | undefined,
): Authorized<Conversation, 'answer'> {
  if (!conversation || ![conversation.participant_1, conversation.participant_2].includes(actor.id))
    throw notFound();
  if (conversation.begun_by === null || conversation.begun_by === actor.id)
    throw refusal('FORBIDDEN');
  return authorize(conversation, 'answer');
}
