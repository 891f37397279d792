import type {
  Conversation,
  ConversationCard,
  ConversationMessage,
  Message,
  Partner,
  ThreadMessage,
} from '@kindpal/contract/chat/schema';
import type { Role } from '@kindpal/contract/member/schema';
import type { MessageRow } from './threads.ts';

/** The other one of the two, laid flat. */
export type PartnerRow = {
  partner_id: string;
  partner_name: string;
  partner_image: string | null;
  partner_verified: boolean;
  partner_role: Role;
  can_write: boolean;
};

/** A conversation with whom it is, and the last thing said, if anything was. */
export type CardRow = Conversation &
  PartnerRow & {
    seq: number | null;
    content: string | null;
    sender_id: string | null;
    said_at: string | null;
  };

/** A member as whoever they talk to sees them. [M2] */
export function presentPartner(row: PartnerRow): Partner {
  return {
    id: row.partner_id,
    full_name: row.partner_name,
    profile_image_url: row.partner_image,
    is_verified: row.partner_verified,
    role: row.partner_role,
    can: { write: row.can_write },
  };
}

/** A conversation in the list of one of its two. */
export function presentCard(row: CardRow): ConversationCard {
  const { id, participant_1, participant_2, created_at, content, sender_id, said_at } = row;
  return {
    id,
    participant_1,
    participant_2,
    created_at,
    partner: presentPartner(row),
    last_message:
      content !== null && sender_id !== null && said_at !== null
        ? { content, sender_id, created_at: said_at }
        : null,
  };
}

/** A message of any thread as its two members see it. [M1] [M2] */
function presentMessage(row: MessageRow): ThreadMessage {
  return {
    id: row.id,
    sender_id: row.sender_id,
    client_id: row.client_id,
    content: row.content,
    created_at: row.created_at,
    sender: { full_name: row.sender_name, profile_image_url: row.sender_image },
  };
}

/** A message of a job's thread. [M1] */
export function presentJobMessage(
  row: MessageRow,
  { job_id, claim_id }: Pick<Message, 'job_id' | 'claim_id'>,
): Message {
  return { ...presentMessage(row), job_id, claim_id, message_type: 'text' };
}

/** A message of a conversation. [M2] */
export function presentConversationMessage(
  row: MessageRow,
  conversation_id: string,
): ConversationMessage {
  return { ...presentMessage(row), conversation_id };
}
