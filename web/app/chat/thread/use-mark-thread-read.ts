import { useEffect } from 'react';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import type { Channel } from '../channel.ts';
import { openThread } from '../inbox/open-threads.ts';

/**
 * Marks a thread as read on the server, when it opens and with each new message while the page is
 * visible. A failure is silent: the next message repeats the call. [P7]
 */
export function useMarkThreadRead(channel: Channel, newestMessageId: string | undefined): void {
  useEffect(() => {
    const closed = channel.unreadIds.map(openThread);
    return () => {
      for (const close of closed) close();
    };
  }, [channel]);
  useEffect(() => {
    if (newestMessageId === undefined) return;
    let isTold = false;
    const tell = () => {
      if (isTold || document.visibilityState !== 'visible') return;
      isTold = true;
      channel.markRead().then(
        () => queryClient.invalidateQueries({ queryKey: api.chat.countUnread.key() }),
        () => {},
      );
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [channel, newestMessageId]);
}
