import type { MyJob } from '@kindpal/contract/job/my-jobs';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { JobGrid, JobGridSkeleton } from '~/job/job-grid.tsx';
import { MyJobCard } from '~/job/mine/my-job-card.tsx';
import { Card } from '~/ui/card.tsx';
import { TextLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { agendaQuery } from './agenda-query.ts';
import { AllMyJobs } from './all-my-jobs.tsx';
import { DashboardSection } from './dashboard-section.tsx';
import { EndedLately } from './ended-lately.tsx';

type JobsInProgressProps = {
  /** For owners: the section is hidden unless there is a claim. */
  onlyIfAny: boolean;
};

/** How long an ended job is shown here. */
const TOLD_FOR_MS = 3 * 86_400_000;

/** My Jobs in Progress: the member's live claims, and those that recently ended. [D3] */
export function JobsInProgress({ onlyIfAny }: JobsInProgressProps) {
  const query = useQuery(agendaQuery);
  const [now] = useState(Date.now);
  const heading = useRef<HTMLHeadingElement>(null);
  const items = (query.data?.items ?? []).filter((item) => item.as === 'sitter');
  const ended = (query.data?.ended ?? []).filter(({ claim }: MyJob) =>
    claim?.ended_at ? Date.parse(claim.ended_at) > now - TOLD_FOR_MS : false,
  );
  if (onlyIfAny && items.length === 0 && ended.length === 0) return null;
  return (
    <DashboardSection
      title="My Jobs in Progress"
      heading={heading}
      more={<AllMyJobs as="sitter" />}
    >
      {query.isPending ? <JobGridSkeleton count={1} /> : null}
      {query.isError && items.length === 0 ? (
        <LoadFailed title="Your jobs in progress didn’t load" query={query} />
      ) : null}
      {query.isSuccess && items.length === 0 ? (
        <Card className="text-ink-soft">
          Nothing at the moment. <TextLink to="/jobs">Look at the open jobs</TextLink> and claim
          one. First to claim it gets the job.
        </Card>
      ) : null}
      {items.length > 0 ? (
        <JobGrid>
          {items.map((item) => (
            <li key={item.claim?.id}>
              <MyJobCard item={item} as="sitter" onReleased={() => heading.current?.focus()} />
            </li>
          ))}
        </JobGrid>
      ) : null}
      {ended.length > 0 ? <EndedLately items={ended} /> : null}
    </DashboardSection>
  );
}
