import { FIRST_MESSAGES } from '@kindpal/contract/chat/rules';
import type {
  Contact,
  Conversation,
  ConversationCard,
  ConversationMessage,
  LastMessage,
  Message,
  Partner,
  ThreadCard,
  ThreadMessage,
  ThreadState,
} from '@kindpal/contract/chat/schema';
import type { JobType } from '@kindpal/contract/job/schema';
import type { Role } from '@kindpal/contract/member/role';
import type { MessageRow } from './threads.ts';

/** The other participant, flattened. */
export type PartnerRow = {
  partner_id: string;
  partner_name: string;
  partner_image: string | null;
  partner_verified: boolean;
  partner_role: Role;
  can_write: boolean;
};

/** The state of contact, and the number of messages sent before an answer. */
export type ContactRow = { contact: Contact; said_first: number };

/** The last message of a thread, if there is one. */
type LastRow = { content: string | null; sender_id: string | null; said_at: string | null };

/** A conversation with its other participant and its last message. */
export type CardRow = Conversation & PartnerRow & LastRow & { seq: number | null };

/** A thread as the inbox lists it; the job's fields are null for a conversation. */
export type ThreadCardRow = PartnerRow &
  LastRow & {
    id: string;
    updated_at: string;
    job_id: string | null;
    job_type: JobType;
    pet_name: string;
    title: string | null;
    pet_image_url: string | null;
    state: ThreadState;
    unread: number;
  };

/** A member as the other participant sees them. [M2] */
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

/**
 * The viewer's state of contact with the other, and how many messages are left before a reply.
 * [M3]
 */
export function presentContact({ contact, said_first }: ContactRow) {
  const isCounted = contact === 'new' || contact === 'waiting';
  return { contact, messages_left: isCounted ? FIRST_MESSAGES - said_first : null };
}

/** A conversation in a participant's list. */
export function presentCard(row: CardRow): ConversationCard {
  const { id, participant_1, participant_2, created_at } = row;
  return {
    id,
    participant_1,
    participant_2,
    created_at,
    partner: presentPartner(row),
    last_message: presentLast(row),
  };
}

function presentLast({ content, sender_id, said_at }: LastRow): LastMessage | null {
  if (content === null || sender_id === null || said_at === null) return null;
  return { content, sender_id, created_at: said_at };
}

/** A thread in a participant's inbox. [M1] [M2] */
export function presentThreadCard(row: ThreadCardRow): ThreadCard {
  const { id, job_id, job_type, pet_name, pet_image_url, title, state, updated_at, unread } = row;
  return {
    id,
    job: job_id === null ? null : { id: job_id, title, job_type, pet_name, pet_image_url, state },
    partner: presentPartner(row),
    last_message: presentLast(row),
    updated_at,
    unread,
  };
}

/** A message of any thread as its participants see it. [M1] [M2] */
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
