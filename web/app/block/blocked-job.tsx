import { useQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { Banner } from '~/ui/banner.tsx';
import { AskToEnd } from './ask-to-end.tsx';

/**
 * On a job's page, if the other participant is blocked: says that the job continues, and how to end
 * it.
 */
export function BlockedJob({ jobId }: { jobId: string }) {
  const { data } = useQuery(api.block.listLiveJobs.queryOptions());
  const job = data?.items.find(({ id }) => id === jobId);
  if (!job) return null;
  return (
    <Banner tone="caution" title="You’ve blocked the other side" action={<AskToEnd job={job} />}>
      The job continues, so no pet is left alone, until it’s done or our team ends it. We don’t tell
      the other side that you blocked them or asked.
    </Banner>
  );
}
