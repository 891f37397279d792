import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { BusyCalendar } from './busy-calendar.tsx';

afterEach(() => queryClient.clear());

const { queryKey } = api.notification.getBusyCalendar.queryOptions();

const failToLoad = () =>
  queryClient
    .fetchQuery({
      queryKey,
      queryFn: () => Promise.reject(new Error('no network')),
      retry: false,
      staleTime: 0,
    })
    .catch(() => undefined);

const read = () =>
  renderToString(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <BusyCalendar />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test('the form for a calendar’s address stays, with what is typed, when its data fails to load again', async () => {
  queryClient.setQueryData(queryKey, { host: null, read_at: null, problem: null });
  await failToLoad();
  expect(queryClient.getQueryState(queryKey)?.status).toBe('error');
  expect(read()).toContain('Secret address of your calendar');
});
