import type { Contact, Partner } from '@kindpal/contract/chat/schema';
import { api } from '~/lib/calls/api.ts';
import { client } from '~/lib/calls/client.ts';
import type { Channel, ThreadPage } from './channel.ts';
import { PAGE_SIZE } from './thread/use-thread-messages.ts';

/** A page of the messages between two members, with the other member. */
export type DirectPage = ThreadPage & {
  conversation_id: string | null;
  partner: Partner;
  contact: Contact;
  messages_left: number | null;
};

/** The thread with another member; it may not have any messages yet. [M2] */
export function directChannel(memberId: string): Channel<DirectPage> {
  const input = { member_id: memberId, limit: PAGE_SIZE };
  return {
    id: memberId,
    unreadIds: [memberId],
    queryKey: api.chat.listDirectMessages.key({ type: 'infinite', input }),
    fetchPage: (before, signal) =>
      client.chat.listDirectMessages(before ? { ...input, before } : input, { signal }),
    send: (message) => client.chat.sendDirectMessage({ ...message, member_id: memberId }),
    markRead: () => client.chat.markDirectRead({ member_id: memberId }),
    loadFailure: 'Failed to load chat',
  };
}
