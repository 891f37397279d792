import { OPEN_JOBS_AT_HOME } from '@kindpal/contract/job/shown';
import { useQuery } from '@tanstack/react-query';
import { JobCard } from '~/job/job-card.tsx';
import { JobGrid, JobGridSkeleton } from '~/job/job-grid.tsx';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { EmptyBowl } from '~/ui/illustrations/empty-bowl.tsx';
import { ButtonLink, TextLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { openJobsQuery } from './dashboard-data.ts';
import { DashboardSection } from './dashboard-section.tsx';

/** The newest open jobs. [D1] */
export function OpenJobs() {
  const query = useQuery(openJobsQuery);
  const jobs = query.data?.items ?? [];
  return (
    <DashboardSection
      title="Available Jobs"
      more={
        <TextLink to="/jobs" className="inline-flex min-h-11 items-center">
          See all
        </TextLink>
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr] max-lg:[&>:has([data-loading])~*]:hidden">
        <div>
          {query.isPending ? (
            <OfflineWait query={query}>
              <JobGridSkeleton count={OPEN_JOBS_AT_HOME} columns={2} />
            </OfflineWait>
          ) : null}
          {query.isError && jobs.length === 0 ? (
            <LoadFailed title="The open jobs didn’t load" query={query} />
          ) : null}
          {query.isSuccess && jobs.length === 0 ? <NoOpenJobs /> : null}
          {jobs.length > 0 ? (
            <JobGrid columns={2}>
              {jobs.map((job) => (
                <li key={job.id}>
                  <JobCard job={job} />
                </li>
              ))}
            </JobGrid>
          ) : null}
        </div>
        <OwnersCard />
      </div>
    </DashboardSection>
  );
}

function NoOpenJobs() {
  return (
    <Card>
      <EmptyState
        headingLevel={3}
        illustration={<EmptyBowl />}
        title="No open jobs right now"
        className="py-2!"
      >
        New jobs appear here automatically.
      </EmptyState>
    </Card>
  );
}

function OwnersCard() {
  return (
    <Card as="section" aria-label="Pet owners" className="grid justify-items-start gap-2">
      <h3 className="text-lg">Pet owners</h3>
      <p className="text-ink-soft text-sm">
        Owners check your profile before they hand over a key. A few honest sentences about you and
        the animals you know go a long way.
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink to="/edit-profile" variant="outline" size="sm">
          Complete your profile
        </ButtonLink>
        <TextLink to="/pet-owners" className="inline-flex min-h-11 items-center">
          Owners looking for a sitter
        </TextLink>
      </div>
    </Card>
  );
}
