import { useQuery } from '@tanstack/react-query';
import { JobCard } from '~/job/job-card.tsx';
import { JobGrid, JobGridSkeleton } from '~/job/job-grid.tsx';
import { api } from '~/lib/api.ts';
import { Card } from '~/ui/card.tsx';
import { TextLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { ChatLink } from './chat-link.tsx';
import { DashboardSection } from './dashboard-section.tsx';

type JobsInProgressProps = {
  /** Owners do not miss what they never had: without a claim the part is left out. */
  onlyIfAny: boolean;
};

/** My Jobs in Progress: what this member has claimed and still runs. [D3] */
export function JobsInProgress({ onlyIfAny }: JobsInProgressProps) {
  const query = useQuery(api.claim.list.queryOptions({ input: { live: 'true', limit: 50 } }));
  const claims = query.data?.items ?? [];
  if (onlyIfAny && claims.length === 0) return null;
  return (
    <DashboardSection title="My Jobs in Progress">
      {query.isPending ? <JobGridSkeleton count={1} /> : null}
      {query.isError && claims.length === 0 ? (
        <LoadFailed title="Your jobs in progress did not load" query={query} />
      ) : null}
      {query.isSuccess && claims.length === 0 ? (
        <Card className="text-ink-soft">
          Nothing yet. <TextLink to="/jobs">Look at the open jobs</TextLink> and claim one: the
          first has it.
        </Card>
      ) : null}
      {claims.length > 0 ? (
        <JobGrid>
          {claims.map(({ id, job }) => (
            <li key={id}>
              <JobCard
                job={job}
                exact
                action={
                  job.view === 'member' ? <ChatLink jobId={job.id} title={job.title} /> : null
                }
              />
            </li>
          ))}
        </JobGrid>
      ) : null}
    </DashboardSection>
  );
}
