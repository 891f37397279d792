import { api } from '~/lib/calls/api.ts';

/** The sections depend on the time as well as on changes, so they are refetched periodically. */
const STALE_MS = 30_000;
const REFETCH_MS = 300_000;

/** The jobs and threads of the dashboard, sorted into sections by the server. [D1] [D3] */
export const agendaQuery = api.job.getAgenda.queryOptions({
  staleTime: STALE_MS,
  refetchInterval: REFETCH_MS,
});
