import { reloadUser } from '~/account/session/session-store.ts';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';

/** Refetches what this page shows of factors, devices and events. */
export function refetchFactors(): Promise<unknown> {
  void reloadUser().catch(() => undefined);
  void queryClient.invalidateQueries({ queryKey: api.security.key() });
  void queryClient.invalidateQueries({ queryKey: api.passkey.key() });
  return queryClient.invalidateQueries({ queryKey: api.factor.key() });
}
