import type { MyJob } from '@kindpal/contract/job/my-jobs';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { JobGrid, JobGridSkeleton } from '~/job/job-grid.tsx';
import { MyJobCard } from '~/job/mine/my-job-card.tsx';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { AllMyJobs } from './all-my-jobs.tsx';
import { ownJobsQuery } from './dashboard-data.ts';
import { DashboardSection } from './dashboard-section.tsx';

/** The owner's latest jobs, ended ones last; or a link to post the first one. [D1] */
export function OwnJobs() {
  const query = useQuery(ownJobsQuery);
  const items = query.data?.items ?? [];
  const [past, current] = [true, false].map((isPast) =>
    items.filter(({ phase }) => (phase === 'past') === isPast),
  ) as [MyJob[], MyJob[]];
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <DashboardSection title="Your Jobs" heading={heading} more={<AllMyJobs as="owner" />}>
      {query.isPending ? (
        <OfflineWait query={query}>
          <JobGridSkeleton count={3} />
        </OfflineWait>
      ) : null}
      {query.isError && items.length === 0 ? (
        <LoadFailed title="Your jobs didn’t load" query={query} />
      ) : null}
      {query.isSuccess && items.length === 0 ? <NoJobsYet /> : null}
      <Cards items={current} onReleased={() => heading.current?.focus()} />
      {past.length > 0 ? <h3 className="mt-3 text-lg">Past</h3> : null}
      <Cards items={past} onReleased={() => heading.current?.focus()} />
    </DashboardSection>
  );
}

function Cards({ items, onReleased }: { items: MyJob[]; onReleased: () => void }) {
  if (items.length === 0) return null;
  return (
    <JobGrid>
      {items.map((item) => (
        <li key={item.job.id}>
          <MyJobCard item={item} as="owner" onReleased={onReleased} />
        </li>
      ))}
    </JobGrid>
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
        Say what your pet needs, when, and what you pay. The first sitter to claim it gets the job.
      </EmptyState>
    </Card>
  );
}
