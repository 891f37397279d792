import type { Offer } from '@kindpal/contract/offer/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useReader } from '~/account/use-session.ts';
import { api } from '~/lib/api.ts';
import { queryClient } from '~/lib/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';

/** Turns end by the clock, which sends no event. */
const LOOK_AGAIN_MS = 30_000;

/** What is the reader's to claim before others, and what they wait for; nothing for who does not sit. [J5] */
export function useOffers() {
  const reader = useReader();
  return useQuery({
    ...api.offer.list.queryOptions(),
    enabled: reader !== null && reader.role !== 'pet_owner',
    refetchInterval: ({ state }) => (state.data?.items.length ? LOOK_AGAIN_MS : false),
  });
}

/** The reader's offer of one job; null while there is none. */
export function useOffer(jobId: string): Offer | null {
  return useOffers().data?.items.find(({ job }) => job.id === jobId) ?? null;
}

const refresh = () => queryClient.invalidateQueries({ queryKey: api.offer.key() });
const refreshJob = (id: string) =>
  queryClient.invalidateQueries({ queryKey: api.job.get.key({ input: { id } }) });

/** Waits for a claimed job to open again. [J5] */
export function useWaitForJob(jobId: string) {
  const mutation = useMutation(
    api.offer.join.mutationOptions({
      onSuccess: () => {
        notify.outcome({ title: 'You’re in line for this job' });
        return refresh();
      },
      onError: (error) => {
        notifyFailure(error);
        return refreshJob(jobId);
      },
    }),
  );
  return { wait: () => mutation.mutate({ job_id: jobId }), isPending: mutation.isPending };
}

/** Says no to an offer, or stops waiting. [J5] */
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
