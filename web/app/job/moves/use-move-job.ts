import type { JobDetail } from '@kindpal/contract/job/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { refetchAffected } from '~/lib/live/live.ts';
import { loadCode } from '~/lib/loading/load-code.ts';
import { notify } from '~/notify/notify.ts';
import type { JobViewer } from '../job-summary.ts';
import { type JobMove, moveTexts, undoOf } from './job-action-texts.ts';

/** How long a toast offers undo. */
const UNDO_MS = 10_000;

// FORBIDDEN is for the sitter whose claim has ended.
const OUTDATED = ['CLAIM_CHANGED', 'JOB_ACTION_REFUSED', 'NOT_FOUND', 'FORBIDDEN'] as const;

const loadDismissing = () => loadCode(() => import('./dismiss-when-gone.ts'));

/** `outdated` means that the job has changed since the member saw it. */
type MoveResult = 'moved' | 'outdated' | 'failed';

/** Performs an action on a job; every result is shown in a toast. [J6] [J9] */
export function useMoveJob(jobId: string, viewer: JobViewer) {
  const cache = useQueryClient();
  const mutation = useMutation(api.job.move.mutationOptions());

  async function move(
    action: JobMove,
    { claimId, reason }: { claimId: string | null; reason?: string | undefined },
  ): Promise<MoveResult> {
    const texts = moveTexts(action, viewer);
    const since = Date.now();
    const queryKey = api.job.get.queryKey({ input: { id: jobId } });
    const before = cache.getQueryData(queryKey)?.status;
    const change = { table: 'jobs', op: 'update', id: jobId } as const;
    try {
      const moved = await mutation.mutateAsync({
        job_id: jobId,
        action,
        claim_id: claimId,
        ...(reason ? { reason } : {}),
      });
      cache.setQueryData(queryKey, moved);
      void refetchAffected(change, since);
      const done = moved.status === 'cancelled' ? (texts.doneAfterEnd ?? texts.done) : texts.done;
      const undo = undoOf(action, { before, can: moved.can });
      if (done) {
        const toast = notify.outcome({
          title: done,
          ...(undo
            ? {
                durationMs: UNDO_MS,
                action: {
                  label: 'Undo',
                  onPress: () => void move(undo, { claimId: claimIdOf(moved) }),
                },
              }
            : {}),
        });
        if (undo) {
          const offer = { undo, jobId, cache, offeredMs: UNDO_MS };
          void loadDismissing().then(({ dismissWhenGone }) => dismissWhenGone(toast, offer));
        }
      }
      return 'moved';
    } catch (error) {
      const isOutdated = hasCode(error, ...OUTDATED);
      if (isOutdated) void refetchAffected(change, since);
      const isLost = viewer !== 'owner' && hasCode(error, 'FORBIDDEN');
      const title = isLost ? 'You no longer have this job.' : texts.failed;
      const said = isLost ? title : errorText(error, title);
      notify.outcome({
        title,
        ...(said === title ? {} : { description: said }),
        variant: 'destructive',
        error,
      });
      return isOutdated ? 'outdated' : 'failed';
    }
  }
  return { move, moving: mutation.isPending ? mutation.variables.action : null };
}

const claimIdOf = (job: JobDetail) => (job.view === 'member' && job.claim?.id) || null;
