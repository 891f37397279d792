import type { AgendaItem } from '@kindpal/contract/job/agenda';
import { useNavigate } from 'react-router';
import { jobThreadPath } from '~/chat/thread-name.ts';
import { titleOf } from '~/job/job-title.ts';
import { queryClient } from '~/lib/query-client.ts';
import { useChange } from '~/lib/use-change.ts';
import { notify } from '~/notify/notify.ts';
import { agendaQuery } from './agenda-query.ts';

async function findClaimed(claimId: string): Promise<AgendaItem | undefined> {
  const { items } = await queryClient.fetchQuery({ ...agendaQuery, staleTime: 0 });
  return items.find(({ as, claim }) => as === 'owner' && claim?.id === claimId);
}

/** Shows an owner on any page that somebody claimed their job, with a link to say hello. [J5] */
export function useClaimNews(): void {
  const navigate = useNavigate();
  useChange('job_claims', ({ op, id, job_id }) => {
    // The job's own page shows it already.
    if (op !== 'insert' || (job_id && window.location.pathname.includes(job_id))) return;
    findClaimed(id).then(
      (item) => {
        if (!item) return;
        notify.ongoing.info(`${item.sitter?.full_name ?? 'A sitter'} claimed your job`, {
          id: `claim-${id}`,
          description: titleOf(item.job),
          action: {
            label: 'Say hello',
            onClick: () => void navigate(jobThreadPath(item.job.id, id)),
          },
        });
      },
      () => {},
    );
  });
}
