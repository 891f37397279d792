import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage } from '~/lib/calls/pages.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { LiveQueue } from '~/lib/live/live-queue.ts';
import { useChange } from '~/lib/use-change.ts';

const queue = new LiveQueue();
const LIVE_SPREAD_MS = 1000;

const bySearch = (search: string) => (cursor: string | undefined) => ({
  ...(search ? { search } : {}),
  ...atCursor(cursor),
});

/** Refetches a list; in a hidden tab only when it becomes visible. */
export function refetchList(list: 'listJobs' | 'listProfiles'): void {
  const refetchType = document.hidden ? 'none' : 'active';
  void queryClient.invalidateQueries({ queryKey: api.staff[list].key(), refetchType });
}

function useLiveList(table: 'jobs' | 'users', list: 'listJobs' | 'listProfiles') {
  useChange(table, () =>
    queue.add({ id: list, spreadMs: LIVE_SPREAD_MS, refetch: () => refetchList(list) }),
  );
}

/** Jobs with their texts, newest first, live. [S4] */
export function useModeratedJobs(search: string) {
  useLiveList('jobs', 'listJobs');
  return useInfiniteQuery(
    api.staff.listJobs.infiniteOptions({
      input: bySearch(search),
      ...pageByPage,
      placeholderData: keepPreviousData,
    }),
  );
}

/** The public content of members, newest members first, live. [S4] */
export function useModeratedProfiles(search: string) {
  useLiveList('users', 'listProfiles');
  return useInfiniteQuery(
    api.staff.listProfiles.infiniteOptions({
      input: bySearch(search),
      ...pageByPage,
      placeholderData: keepPreviousData,
    }),
  );
}
