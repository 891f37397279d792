import { type RefObject, useEffect } from 'react';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useIsInView } from '~/lib/use-is-in-view.ts';
import type { Channel } from '../channel.ts';
import { openThread } from '../inbox/open-threads.ts';

type Shown = {
  newestMessageId: string | undefined;
  /** The messages' part of the page: on a job's page it may be far below. */
  area: RefObject<Element | null>;
};

/**
 * Marks a thread as read on the server, when it comes into view and with each new message while it
 * is visible. A failure is silent: the next message repeats the call. [P7]
 */
export function useMarkThreadRead(channel: Channel, { newestMessageId, area }: Shown): void {
  const isInView = useIsInView(area);
  useEffect(() => {
    if (!isInView) return;
    const closed = channel.unreadIds.map(openThread);
    return () => {
      for (const close of closed) close();
    };
  }, [channel, isInView]);
  useEffect(() => {
    if (newestMessageId === undefined || !isInView) return;
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
  }, [channel, newestMessageId, isInView]);
}
