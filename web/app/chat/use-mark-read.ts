import { useEffect } from 'react';
import { api } from '~/lib/api.ts';
import { client } from '~/lib/client.ts';
import { queryClient } from '~/lib/query-client.ts';
import { openThread } from './open-threads.ts';

/**
 * Tells the server that the thread of a job is read, when it opens and with each message that comes
 * while somebody looks at the page. A failure is silent: the next message tells it again. [P7]
 */
export function useMarkRead(jobId: string, newestMessageId: string | undefined): void {
  useEffect(() => openThread(jobId), [jobId]);
  useEffect(() => {
    if (newestMessageId === undefined) return;
    let isTold = false;
    const tell = () => {
      if (isTold || document.visibilityState !== 'visible') return;
      isTold = true;
      client.chat.markRead({ job_id: jobId }).then(
        () => queryClient.invalidateQueries({ queryKey: api.chat.countUnread.key() }),
        () => {},
      );
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [jobId, newestMessageId]);
}
