import { InfiniteQueryObserver, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { queryClient } from '~/lib/calls/query-client.ts';

type Loaded = { queryKey: QueryKey; data: unknown };

const queryFn = () => Promise.reject(new Error('no network'));

/** What a part shows whose query has this data, and then failed to load again. */
export async function renderFailedRefetch(part: ReactNode, loaded: Loaded): Promise<string> {
  const { queryKey, data } = loaded;
  queryClient.setQueryData(queryKey, data);
  const failed = queryClient.fetchQuery({ queryKey, queryFn, retry: false, staleTime: 0 });
  await failed.catch(() => undefined);
  return renderFailed(part, queryKey);
}

/** What a list shows whose query has these pages, and whose next page then failed to load. */
export async function renderFailedNextPage(part: ReactNode, loaded: Loaded): Promise<string> {
  const { queryKey, data } = loaded;
  queryClient.setQueryData(queryKey, data);
  const list = new InfiniteQueryObserver(queryClient, {
    queryKey,
    queryFn,
    retry: false,
    initialPageParam: undefined,
    getNextPageParam: () => 'next',
  });
  await list.fetchNextPage();
  return renderFailed(part, queryKey);
}

function renderFailed(part: ReactNode, queryKey: QueryKey): string {
  if (queryClient.getQueryState(queryKey)?.status !== 'error') throw new Error('it did not fail');
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>,
  );
  queryClient.clear();
  return html;
}
