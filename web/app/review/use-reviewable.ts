import { useQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';

/** What the viewer wrote, reads and may still write about the claims of a job. [R9] */
export function useReviewable(jobId: string, isWanted: boolean) {
  return useQuery({
    ...api.review.listReviewable.queryOptions({ input: { job_id: jobId } }),
    enabled: isWanted,
  });
}
