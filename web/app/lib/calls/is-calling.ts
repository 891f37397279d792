import type { MutationKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * Whether this call is in progress, known at once: the second press of a double click comes before
 * the button is rendered as busy.
 */
export const isCalling = (call: { mutationKey: () => MutationKey }): boolean =>
  queryClient.isMutating({ mutationKey: call.mutationKey() }) > 0;
