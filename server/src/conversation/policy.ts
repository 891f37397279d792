import type { whichConversation } from '@kindpal/contract/conversation/schema';

/*
 * A conversation belongs to two members: they read and write it, nobody else, staff included. Any
 * member may begin one with any other who is not suspended, and nobody with themselves. With
 * somebody who was suspended since, it can still be read, and nothing more is said. Whoever may not
 * read a conversation is not told that it is there.
 */

/** By what a call names the conversation. */
export type Which = 'conversation' | 'member';

const COLUMNS = `actor.id AS me, conversation.id AS conversation_id, other.id AS partner_id,
  other.full_name AS partner_name, other.profile_image_url AS partner_image,
  other.is_verified AS partner_verified, other.role AS partner_role,
  other.suspended_at IS NULL AS can_write`;

/**
 * As one statement needs it, behind an `actor`: the other member of the conversation that `$2` names,
 * or the member that it names, with the conversation where there is one. [M2]
 */
export const PARTNER: Record<Which, string> = {
  conversation: `partner AS (
    SELECT ${COLUMNS} FROM actor
    JOIN conversations conversation
      ON conversation.id = $2 AND actor.id IN (conversation.participant_1, conversation.participant_2)
    JOIN users other ON other.id = CASE actor.id WHEN conversation.participant_1
      THEN conversation.participant_2 ELSE conversation.participant_1 END)`,
  member: `partner AS (
    SELECT ${COLUMNS} FROM actor
    JOIN users other ON other.id = $2 AND other.id <> actor.id
    LEFT JOIN conversations conversation
      ON conversation.participant_1 = least(actor.id, other.id)
      AND conversation.participant_2 = greatest(actor.id, other.id)
    WHERE other.suspended_at IS NULL OR conversation.id IS NOT NULL)`,
};

type WhichInput = { [Key in keyof typeof whichConversation]?: string | undefined };

/** How a call's input names the conversation, and the value of `$2`; the contract lets one through. */
export function whichOf({ conversation_id, member_id }: WhichInput): [Which, string] {
  return conversation_id ? ['conversation', conversation_id] : ['member', member_id as string];
}
