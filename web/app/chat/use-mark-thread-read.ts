import { useEffect } from 'react';
import { api } from '~/lib/api.ts';
import { queryClient } from '~/lib/query-client.ts';
import type { Channel } from './channel.ts';
import { openThread } from './open-threads.ts';

/**
 * Tells the server that a thread is read, when it opens and with each message that comes while
 * somebody looks at the page. A failure is silent: the next message tells it again. [P7]
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
