import { QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { queryClient } from '~/lib/calls/query-client.ts';

/** What a part shows whose query has this data, and then failed to load again. */
export async function renderFailedRefetch(
  part: ReactNode,
  { queryKey, data }: { queryKey: QueryKey; data: unknown },
): Promise<string> {
  queryClient.setQueryData(queryKey, data);
  const queryFn = () => Promise.reject(new Error('no network'));
  const failed = queryClient.fetchQuery({ queryKey, queryFn, retry: false, staleTime: 0 });
  await failed.catch(() => undefined);
  if (queryClient.getQueryState(queryKey)?.status !== 'error') throw new Error('it did not fail');
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>,
  );
  queryClient.clear();
  return html;
}
