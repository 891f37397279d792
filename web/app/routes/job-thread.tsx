import { JobThread, ThreadNotFound } from '~/chat/job-thread.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { isUuid } from '~/lib/uuid.ts';
import type { Route } from './+types/job-thread.ts';

export const meta = () => pageMeta('Chat');

export default function JobThreadPage({ params: { jobId, claimId } }: Route.ComponentProps) {
  if (!isUuid(jobId) || !isUuid(claimId)) return <ThreadNotFound />;
  return <JobThread key={claimId} jobId={jobId.toLowerCase()} claimId={claimId.toLowerCase()} />;
}
