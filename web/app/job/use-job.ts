import type { MyJob } from '@kindpal/contract/job/my-jobs';
import type { JobCard, JobDetail, MemberJob } from '@kindpal/contract/job/schema';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { readSession } from '~/account/session/session-store.ts';
import { useViewer } from '~/account/session/use-session.ts';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { isFirstPage, waitForData } from '~/lib/calls/first-page.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useLast } from '~/lib/use-last.ts';
import { keepShownJob } from './job-summary.ts';

const jobQuery = (id: string) => api.job.get.queryOptions({ input: { id } });

/**
 * Lets the first page of a tab wait briefly for its job. For staff the page requests it, because
 * their views are logged. [S3]
 */
export async function startJob(id: string): Promise<void> {
  if (readSession().user?.app_role !== 'user') return;
  if (isFirstPage()) await waitForData(queryClient.prefetchQuery(jobQuery(id)));
}

/**
 * One job, live. If a member may no longer see the job that they have open, they keep its text, in
 * its new state; for a visitor it disappears. [J4] [J5]
 */
export function useJob(id: string) {
  const viewer = useViewer()?.id ?? null;
  const query = useQuery(jobQuery(id));
  const isGone = hasCode(query.error, 'NOT_FOUND');
  const fresh: JobDetail | undefined = isGone ? undefined : query.data;
  const read = useLast(viewer && fresh?.view === 'member' ? fresh : null, {
    of: `${id} ${viewer}`,
  });
  const job = read && (fresh || isGone) ? keepShownJob(read, fresh) : fresh;
  const cache = useQueryClient();
  return { ...query, job, card: query.isPending ? findCard(cache, id) : undefined };
}

type Page = { items: Array<JobCard | MyJob> };

/** The job's card from a list that was shown before: enough to start its page. */
function findCard(cache: QueryClient, id: string): MemberJob | undefined {
  const lists = [api.job.list.key(), api.job.listMine.key()].flatMap((queryKey) =>
    cache.getQueriesData<Page | { pages: Page[] }>({ queryKey }),
  );
  for (const [, list] of lists) {
    if (!list) continue;
    for (const { items } of 'pages' in list ? list.pages : [list]) {
      const cards = items.map((item) => ('job' in item ? item.job : item));
      const card = cards.find((job) => job.id === id);
      if (card?.view === 'member') return card;
    }
  }
}
