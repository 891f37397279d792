import { useMutation } from '@tanstack/react-query';
import { api } from '~/lib/api.ts';
import { lookAgain } from '~/lib/live.ts';
import { notify } from '~/notify/notify.ts';
import { claimFailure } from './claim-failure.ts';

/**
 * Claims a job. It counts as in flight until the page has turned to what came of it, so that
 * nobody presses twice; the place on the page stays. Resolves to whether it is won. [J5]
 */
export function useClaimJob(jobId: string) {
  const mutation = useMutation(
    api.claim.create.mutationOptions({
      onMutate: () => Date.now(),
      onSettled: async (_claim, error, _input, since = Date.now()) => {
        if (error && !claimFailure(error).isGone) return;
        await lookAgain({ table: 'jobs', op: 'update', id: jobId }, since);
      },
      onError: (error) => {
        const { title, description } = claimFailure(error);
        notify.outcome({ title, variant: 'destructive', ...(description ? { description } : {}) });
      },
    }),
  );

  async function claim(): Promise<boolean> {
    if (mutation.isPending) return false;
    try {
      await mutation.mutateAsync({ job_id: jobId });
      return true;
    } catch {
      return false;
    }
  }
  return { claim, isClaiming: mutation.isPending };
}
