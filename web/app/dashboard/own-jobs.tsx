import type { JobCard as Job } from '@kindpal/contract/job/schema';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { JobCard } from '~/job/job-card.tsx';
import { JobGrid, JobGridSkeleton } from '~/job/job-grid.tsx';
import { api } from '~/lib/api.ts';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { ChatLink } from './chat-link.tsx';
import { DashboardSection } from './dashboard-section.tsx';

/** At most this many of the owner's own jobs. [D1] */
const OWN_JOBS = 6;

/** In these states somebody holds the job, and there is somebody to talk to. */
const hasSitter = ({ status }: Job) => status === 'claimed' || status === 'in_progress';

/** The owner's latest jobs, or the way to the first one. [D1] */
export function OwnJobs({ me }: { me: string }) {
  const query = useQuery(api.job.list.queryOptions({ input: { owner_id: me, limit: OWN_JOBS } }));
  const jobs = query.data?.items ?? [];
  return (
    <DashboardSection title="Your Jobs">
      {query.isPending ? <JobGridSkeleton count={3} /> : null}
      {query.isError && jobs.length === 0 ? (
        <LoadFailed title="Your jobs did not load" query={query} />
      ) : null}
      {query.isSuccess && jobs.length === 0 ? <NoJobsYet /> : null}
      {jobs.length > 0 ? (
        <JobGrid>
          {jobs.map((job) => (
            <li key={job.id}>
              <JobCard
                job={job}
                exact
                action={
                  hasSitter(job) && job.view === 'member' ? (
                    <ChatLink jobId={job.id} title={job.title} />
                  ) : null
                }
              />
            </li>
          ))}
        </JobGrid>
      ) : null}
    </DashboardSection>
  );
}

function NoJobsYet() {
  return (
    <Card>
      <EmptyState
        headingLevel={3}
        illustration={<DogOnLead />}
        title="Nothing posted yet"
        className="py-2!"
        action={
          <ButtonLink to="/post-job" icon={<Plus aria-hidden="true" className="size-5" />}>
            Post your first job
          </ButtonLink>
        }
      >
        Say what your pet needs, when, and what you pay. The first sitter to claim it has it.
      </EmptyState>
    </Card>
  );
}
