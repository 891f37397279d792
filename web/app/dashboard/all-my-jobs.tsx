import type { JobSide } from '@kindpal/contract/job/my-jobs';
import { jobCountText, myJobsAddress, phasesOf } from '~/job/mine/my-jobs-filter.ts';
import { useMyJobCounts } from '~/job/mine/use-my-jobs.ts';
import { TextLink } from '~/ui/link.tsx';

/** The total number of jobs, linked to the list. [D1] [D3] */
export function AllMyJobs({ as }: { as: JobSide }) {
  const counts = useMyJobCounts(as);
  const count = counts && jobCountText(counts, phasesOf(as));
  if (count === undefined || count === '0') return null;
  return (
    <TextLink to={myJobsAddress(as)} className="inline-flex min-h-11 items-center">
      <span>
        All jobs ({count})
        <span className="sr-only"> {as === 'owner' ? 'posted' : 'claimed'} by you</span>
      </span>
    </TextLink>
  );
}
