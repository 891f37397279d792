import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { client } from './client.ts';

/** Query and mutation options of every call: `useQuery(api.job.get.queryOptions({ input }))`. */
export const api = createTanstackQueryUtils(client);
