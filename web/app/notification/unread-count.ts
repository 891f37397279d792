import { api } from '~/lib/calls/api.ts';
import { client } from '~/lib/calls/client.ts';
import { queryClient } from '~/lib/calls/query-client.ts';

/** Without a live stream, returning to the tab after this time refetches. */
const STALE_MS = 30_000;

/**
 * The pages that notifications link to; the server decides which notifications belong to a page.
 */
export const TARGETS =
  /^\/(jobs|chat)\/|^\/(admin|invited|my-requests|edit-profile|notifications|security)/;

/** The address that notifications link to: the path, with its tab if it names one. */
export function visitedPath({ pathname, search }: { pathname: string; search: string }): string {
  const tab = new URLSearchParams(search).get('tab');
  return `${pathname}${tab ? `?tab=${tab}` : ''}`.slice(0, 200);
}

export const unreadNotificationsQuery = api.notification.countUnread.queryOptions({
  staleTime: STALE_MS,
  refetchOnWindowFocus: true,
});
const { queryKey } = unreadNotificationsQuery;

/** The page shown last, and how many notifications stayed unread there, or fewer since. */
let lastVisit = { path: '', left: 0 };

/**
 * Whether some of the unread notifications may link to this page. To be called for every page and
 * count, also in a hidden tab: another page, or a lower count, makes it forget.
 */
export function mayBeAbout(path: string, unread: number): boolean {
  const left = lastVisit.path === path ? Math.min(lastVisit.left, unread) : 0;
  lastVisit = { path, left };
  return unread > left && TARGETS.test(path);
}

/**
 * Counts the unread notifications. On a page that they link to, the same request marks those as
 * read first, so that the bell does not count what its member is looking at.
 */
export async function countNotifications(): Promise<void> {
  const path = visitedPath(window.location);
  if (document.visibilityState !== 'visible' || !TARGETS.test(path)) {
    return queryClient.invalidateQueries({ queryKey });
  }
  try {
    const counted = await client.notification.markVisited({ path });
    lastVisit = { path, left: counted.unread };
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, counted);
  } catch {
    await queryClient.invalidateQueries({ queryKey });
  }
}
