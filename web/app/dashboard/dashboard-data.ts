import { OPEN_JOBS_AT_HOME, OWN_JOBS_AT_HOME } from '@kindpal/contract/job/shown';
import { readSession } from '~/account/session-store.ts';
import { unreadQuery } from '~/chat/use-unread.ts';
import { consentQuery } from '~/guideline/consent-query.ts';
import { myJobCountsQuery } from '~/job/mine/use-my-jobs.ts';
import { api } from '~/lib/api.ts';
import { queryClient } from '~/lib/query-client.ts';
import { profileQuery } from '~/member/use-own-profile.ts';
import { agendaQuery } from './agenda-query.ts';

const { listMine, list } = api.job;
export const ownJobsQuery = listMine.queryOptions({
  input: { as: 'owner', limit: OWN_JOBS_AT_HOME },
});
export const openJobsQuery = list.queryOptions({ input: { limit: OPEN_JOBS_AT_HOME } });

/** How long the first drawing of a tab's first page waits for its data, in ms. */
const PATIENCE_MS = 500;

/**
 * Asks for all that the dashboard shows, before it is drawn. Where nothing is on the screen yet, it
 * waits a moment for the answers: drawing the page once takes a slow phone half as long as twice.
 */
export async function startDashboard(): Promise<void> {
  const { user } = readSession();
  if (!user) return;
  const isOwner = user.active_role === 'pet_owner';
  const data = Promise.all([
    queryClient.prefetchQuery(unreadQuery),
    queryClient.prefetchQuery(profileQuery(user.id)),
    queryClient.prefetchQuery(myJobCountsQuery),
    queryClient.prefetchQuery(agendaQuery),
    queryClient.prefetchQuery(consentQuery),
    isOwner ? queryClient.prefetchQuery(ownJobsQuery) : queryClient.prefetchQuery(openJobsQuery),
  ]);
  const isFirstPage = document.querySelector('main') === null;
  if (!isFirstPage) return;
  await Promise.race([data, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
