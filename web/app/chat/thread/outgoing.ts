import type { ThreadMessage } from '@kindpal/contract/chat/schema';
import { queryClient } from '~/lib/calls/query-client.ts';

/** A message to send, with the id that its sender chose. */
export type NewMessage = Pick<ThreadMessage, 'client_id' | 'content'>;

/** The answers that are awaited, by the id that the sender chose. */
const outgoing = new Map<string, Promise<ThreadMessage>>();

/** Whether a message is being sent, so that nobody can discard it. */
export const isOutgoing = (clientId: string): boolean => outgoing.has(clientId);

/**
 * Sends a message after the earlier ones of its chat. A chat that is opened in the meantime waits
 * for the same answer. [M1]
 */
export function sendInOrder(
  channel: { id: string; send: (message: NewMessage) => Promise<ThreadMessage> },
  { client_id, content }: NewMessage,
): Promise<ThreadMessage> {
  const awaited = outgoing.get(client_id);
  if (awaited) return awaited;
  const scope = { id: `chat-${channel.id}` };
  const answer = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: channel.send, scope })
    .execute({ client_id, content })
    .finally(() => outgoing.delete(client_id));
  outgoing.set(client_id, answer);
  return answer;
}
