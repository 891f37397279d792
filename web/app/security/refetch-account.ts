import { reloadUser } from '~/account/session/session-store.ts';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';

/** Refetches everything that the security page shows, and the account itself. */
export function refetchAccount(): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: api.security.key() }),
    queryClient.invalidateQueries({ queryKey: api.deletion.key() }),
    reloadUser(),
  ]);
}
