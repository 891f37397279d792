import { OPEN_JOBS_AT_HOME, OWN_JOBS_AT_HOME } from '@kindpal/contract/job/shown';
import { readSession } from '~/account/session/session-store.ts';
import { unreadThreadsQuery } from '~/chat/inbox/use-unread.ts';
import { consentQuery } from '~/guideline/consent-query.ts';
import { myJobCountsQuery } from '~/job/mine/use-my-jobs.ts';
import { api } from '~/lib/calls/api.ts';
import { isFirstPage, waitForData } from '~/lib/calls/first-page.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { profileQuery } from '~/member/use-own-profile.ts';
import { agendaQuery } from './agenda-query.ts';

const { listMine, list } = api.job;
export const ownJobsQuery = listMine.queryOptions({
  input: { as: 'owner', limit: OWN_JOBS_AT_HOME },
});
export const openJobsQuery = list.queryOptions({ input: { limit: OPEN_JOBS_AT_HOME } });

/** Requests everything that the dashboard shows, before it is rendered. */
export async function startDashboard(): Promise<void> {
  const { user } = readSession();
  if (!user) return;
  const isOwner = user.active_role === 'pet_owner';
  const data = Promise.all([
    queryClient.prefetchQuery(unreadThreadsQuery),
    queryClient.prefetchQuery(profileQuery(user.id)),
    queryClient.prefetchQuery(myJobCountsQuery),
    queryClient.prefetchQuery(agendaQuery),
    queryClient.prefetchQuery(consentQuery),
    isOwner ? queryClient.prefetchQuery(ownJobsQuery) : queryClient.prefetchQuery(openJobsQuery),
  ]);
  if (isFirstPage()) await waitForData(data);
}
