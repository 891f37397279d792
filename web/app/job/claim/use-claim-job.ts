import type { ClaimWarning } from '@kindpal/contract/claim/schema';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '~/lib/calls/api.ts';
import { refetchAffected } from '~/lib/live/live.ts';
import { loadCode } from '~/lib/loading/load-code.ts';
import { justClaimed } from '~/notification/push/push.ts';
import { notify } from '~/notify/notify.ts';
import { claimFailure } from './claim-failure.ts';
import { claimWarnings } from './claim-warnings.ts';
import { keepHello, readHello } from './hello-draft.ts';

type ClaimedJob = { id: string; owner: { full_name: string } };

/**
 * Claims a job. It counts as pending until the page shows the result, so that nobody presses twice;
 * the scroll position stays. [J5]
 */
export function useClaimJob({ id: jobId, owner }: ClaimedJob) {
  const saving = useRef<Promise<string | undefined>>(undefined);
  const mutation = useMutation(
    api.claim.create.mutationOptions({
      onMutate: () => Date.now(),
      async onSuccess(claim) {
        justClaimed.change(jobId);
        const claiming = { me: claim.sitter_id, jobId };
        const hello = readHello(sessionStorage, claiming);
        if (hello === '') return;
        const { sayHello } = await loadCode(() => import('./say-hello.ts'));
        keepHello(sessionStorage, claiming, '');
        await sayHello(hello, { claim, partner: owner.full_name });
      },
      onSettled: async (_claim, error, _input, since = Date.now()) => {
        if (error && (claimWarnings(error) || !claimFailure(error).isGone)) return;
        await refetchAffected({ table: 'jobs', op: 'update', id: jobId }, since);
      },
      onError: async (error) => {
        if (claimWarnings(error)) return;
        const { title, description } = claimFailure(error);
        // A new toast replaces the previous one, so one toast contains both texts.
        const texts = [description, await saving.current].filter(Boolean);
        notify.outcome({ title, variant: 'destructive', description: texts.join(' '), error });
      },
    }),
  );

  /**
   * Resolves to the warnings to confirm first, or null once the claim has succeeded or failed.
   * `saved` is the profile being saved at the same time: an error text if that fails.
   */
  async function claim(
    accepted: ClaimWarning[],
    saved?: Promise<string | undefined>,
  ): Promise<ClaimWarning[] | null> {
    if (mutation.isPending) return null;
    saving.current = saved;
    try {
      const accepted_warnings = accepted.map(({ code }) => code);
      await mutation.mutateAsync({ job_id: jobId, accepted_warnings });
      return null;
    } catch (error) {
      return claimWarnings(error);
    }
  }
  return { claim, isClaiming: mutation.isPending };
}
