import type { Offer } from '@kindpal/contract/offer/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useViewer } from '~/account/session/use-session.ts';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';

/** Turns end by time, without an event, so offers are refetched periodically. */
const REFETCH_MS = 30_000;

/** The sitter's offers and standby jobs; empty for members who do not sit. [J5] */
export function useOffers() {
  const viewer = useViewer();
  return useQuery({
    ...api.offer.list.queryOptions(),
    enabled: viewer !== null && viewer.role !== 'pet_owner',
    refetchInterval: ({ state }) => (state.data?.items.length ? REFETCH_MS : false),
  });
}

/** The viewer's offer for one job; null if there is none. */
export function useOffer(jobId: string): Offer | null {
  return useOffers().data?.items.find(({ job }) => job.id === jobId) ?? null;
}

const isGoneAfter = (error: unknown) => hasCode(error, 'NOT_FOUND');
const refresh = () => queryClient.invalidateQueries({ queryKey: api.offer.key() });
const refreshJob = (id: string) =>
  queryClient.invalidateQueries({ queryKey: api.job.get.key({ input: { id } }) });

/**
 * Joins standby for a claimed job. `isGone` once the server finds no job to wait for: a job that
 * was canceled looks claimed to others. [J5]
 */
export function useWaitForJob(jobId: string) {
  const mutation = useMutation(
    api.offer.join.mutationOptions({
      onSuccess: () => {
        notify.outcome({ title: 'You’re in line for this job' });
        return refresh();
      },
      onError: (error) => {
        if (!isGoneAfter(error)) notifyFailure(error);
        return refreshJob(jobId);
      },
    }),
  );
  return {
    wait: () => mutation.mutate({ job_id: jobId }),
    isPending: mutation.isPending,
    isGone: isGoneAfter(mutation.error),
  };
}

/** Declines an offer, or leaves standby. [J5] */
export function useDeclineOffer({ job: { id }, state }: Offer) {
  const mutation = useMutation(
    api.offer.decline.mutationOptions({
      onSuccess: async () => {
        const title = state === 'waiting' ? 'You’re no longer in line' : 'You said no';
        notify.outcome({ title });
        await Promise.all([refresh(), refreshJob(id)]);
      },
      onError: (error) => notifyFailure(error),
    }),
  );
  return { decline: () => mutation.mutate({ job_id: id }), isPending: mutation.isPending };
}
