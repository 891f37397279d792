import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { dismissOutcome } from '~/notify/outcomes.ts';
import type { JobMove } from './job-action-texts.ts';

type Offer = { undo: JobMove; jobId: string; cache: QueryClient; offeredMs: number };

/** Dismisses the toast once the job, changed by somebody else, can no longer be put back. */
export function dismissWhenGone(toast: number, { undo, jobId, cache, offeredMs }: Offer): void {
  const job = api.job.get.queryOptions({ input: { id: jobId } });
  // Subscribed, so that the job is refetched on every page while the toast offers its undo.
  const stop = new QueryObserver(cache, job).subscribe(({ data }) => {
    if (data && !data.can[undo]) dismissOutcome(toast);
  });
  setTimeout(stop, offeredMs);
}
