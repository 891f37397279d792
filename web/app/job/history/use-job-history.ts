import { useInfiniteQuery } from '@tanstack/react-query';
import { useViewer } from '~/account/session/use-session.ts';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';

/** The history of a job, newest first, as far as the viewer may see it; live. [J6] [J9] */
export function useJobHistory(jobId: string) {
  const me = useViewer()?.id;
  const query = useInfiniteQuery({
    ...api.job.listEvents.infiniteOptions({
      input: (cursor: string | undefined) => ({ job_id: jobId, ...atCursor(cursor) }),
      ...pageByPage,
    }),
    enabled: me !== undefined,
  });
  return { me, query, events: rowsOf(query) };
}

export type JobHistoryState = ReturnType<typeof useJobHistory>;
