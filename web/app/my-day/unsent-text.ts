import { counted } from '~/lib/counted.ts';
import type { QueuedAction } from './action-queue.ts';

/** '2 messages and 1 job update', for unsent offline actions; at least one. */
export function unsentText(actions: readonly Pick<QueuedAction, 'kind'>[]): string {
  const messages = actions.filter(({ kind }) => kind === 'message').length;
  const moves = actions.length - messages;
  return [
    ...(messages > 0 ? [counted(messages, 'message')] : []),
    ...(moves > 0 ? [counted(moves, 'job update')] : []),
  ].join(' and ');
}
