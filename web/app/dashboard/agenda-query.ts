import { api } from '~/lib/api.ts';

/** What is due changes with the clock as well as by what people do. */
const STALE_MS = 30_000;
const LOOK_AGAIN_MS = 300_000;

/** The jobs and threads of home, classified by the server. [D1] [D3] */
export const agendaQuery = api.job.getAgenda.queryOptions({
  staleTime: STALE_MS,
  refetchInterval: LOOK_AGAIN_MS,
});
