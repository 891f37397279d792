import type { JobDetail } from '@kindpal/contract/job/schema';
import { useNavigate } from 'react-router';
import { jobThreadPath } from '~/chat/thread/thread-name.ts';
import { titleOf } from '~/job/job-title.ts';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useChange } from '~/lib/use-change.ts';
import { notify } from '~/notify/notify.ts';

/** The name of the sitter with this claim, if it is of the viewer's own job. */
function sitterOf(job: JobDetail, claimId: string): string | null {
  if (job.view !== 'member' || !job.is_mine || job.claim?.id !== claimId) return null;
  return job.claim.sitter.full_name;
}

/** Shows an owner on any page that somebody claimed their job, with a link to say hello. [J5] */
export function useClaimNews(): void {
  const navigate = useNavigate();
  useChange('job_claims', ({ op, id, job_id }) => {
    // The job's own page shows it already.
    if (op !== 'insert' || !job_id || window.location.pathname.includes(job_id)) return;
    const query = api.job.get.queryOptions({ input: { id: job_id }, staleTime: 0 });
    queryClient.fetchQuery(query).then(
      (job) => {
        const sitter = sitterOf(job, id);
        if (sitter === null) return;
        notify.ongoing.info(`${sitter} claimed your job`, {
          id: `claim-${id}`,
          description: titleOf(job),
          action: {
            label: 'Say hello',
            onClick: () => void navigate(jobThreadPath(job_id, id)),
          },
        });
      },
      () => {},
    );
  });
}
