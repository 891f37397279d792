import type { Claim, ClaimWarning } from '@kindpal/contract/claim/schema';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { readSession } from '~/account/session/session-store.ts';
import { api } from '~/lib/calls/api.ts';
import { isUnreachable } from '~/lib/calls/reachability.ts';
import { refetchAffected } from '~/lib/live/live.ts';
import { createStore } from '~/lib/store.ts';
import { justClaimed } from '~/notification/push/push.ts';
import { notify } from '~/notify/notify.ts';
import type { Outcome } from '~/notify/outcomes.ts';
import { claimFailure } from './claim-failure.ts';
import { claimWarnings } from './claim-warnings.ts';

/** Whether this page claims a job, and what goes with the claim has not been handled yet. */
export const claimInProgress = createStore(false);

/** What goes with a claim. */
export type BesideClaim = {
  /** The profile being saved at the same time: resolves to an error text if that fails. */
  saving?: Promise<string | undefined>;
  /** Sends the first message to the owner, once the job is claimed. */
  greet?: (claim: Claim) => void;
};

/** Whether the job is the viewer's, so that only the answer to their claim was lost. */
async function isClaimedByViewer(id: string): Promise<boolean> {
  const job = await api.job.get.call({ id }).catch(() => null);
  const me = readSession().user;
  return job?.view === 'member' && me !== null && job.claim?.sitter_id === me.id;
}

const claimedUnheard = (hasMessage: boolean): Outcome => ({
  title: 'This job is yours',
  description: hasMessage
    ? 'Your first message isn’t sent yet. You’ll find it in the chat.'
    : undefined,
});

/**
 * Claims a job. It counts as pending until the page shows the result, so that nobody presses twice;
 * the scroll position stays. [J5]
 */
export function useClaimJob(jobId: string) {
  const refetch = (since = Date.now()) =>
    refetchAffected({ table: 'jobs', op: 'update', id: jobId }, since);
  const saving = useRef<BesideClaim['saving']>(undefined);
  // Kept while the sitter confirms warnings.
  const greet = useRef<BesideClaim['greet']>(undefined);
  const mutation = useMutation(
    api.claim.create.mutationOptions({
      onMutate: () => Date.now(),
      onSuccess(claim) {
        justClaimed.change(jobId);
        greet.current?.(claim);
      },
      onSettled: async (_claim, error, _input, since) => {
        if (error && (claimWarnings(error) || !claimFailure(error).isGone)) return;
        await refetch(since);
      },
      onError: async (error) => {
        if (claimWarnings(error)) return;
        if (isUnreachable(error) && (await isClaimedByViewer(jobId))) {
          await refetch();
          return notify.outcome(claimedUnheard(greet.current !== undefined));
        }
        const { title, description } = claimFailure(error);
        // A new toast replaces the previous one, so one toast contains both texts.
        const texts = [description, await saving.current].filter(Boolean);
        notify.outcome({ title, variant: 'destructive', description: texts.join(' '), error });
      },
    }),
  );

  /**
   * Resolves to the warnings to confirm first, or null once the claim has succeeded or failed.
   */
  async function claim(
    accepted: ClaimWarning[],
    beside?: BesideClaim,
  ): Promise<ClaimWarning[] | null> {
    if (mutation.isPending) return null;
    saving.current = beside?.saving;
    if (beside) greet.current = beside.greet;
    claimInProgress.change(true);
    try {
      const accepted_warnings = accepted.map(({ code }) => code);
      await mutation.mutateAsync({ job_id: jobId, accepted_warnings });
      return null;
    } catch (error) {
      return claimWarnings(error);
    } finally {
      claimInProgress.change(false);
    }
  }
  return { claim, isClaiming: mutation.isPending };
}
