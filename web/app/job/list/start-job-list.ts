import { readSession } from '~/account/session/session-store.ts';
import { isFirstPage, waitForData } from '~/lib/calls/first-page.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { profileQuery } from '~/member/use-own-profile.ts';
import { readFilter } from './job-list-filter.ts';
import { jobListOptions } from './use-job-list.ts';

/**
 * Lets the first page of a tab wait briefly for the whole list, so that it is rendered once. Staff
 * see the list's requests counted, so the list sends them. [J1]
 */
export async function startJobList(): Promise<void> {
  const { user } = readSession();
  if (user?.app_role !== 'user' || window.location.search || !isFirstPage()) return;
  const data = [
    queryClient.prefetchQuery(profileQuery(user.id)),
    queryClient.prefetchInfiniteQuery(jobListOptions(readFilter(new URLSearchParams()), null)),
  ];
  await waitForData(Promise.all(data));
}
