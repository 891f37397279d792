import { useQuery } from '@tanstack/react-query';
import { ArrowUp, Plus } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useViewer } from '~/account/session/use-session.ts';
import { prefetchPage } from '~/lib/calls/prefetch.ts';
import { useRowsLater } from '~/lib/loading/use-rest-later.ts';
import { whenIdle } from '~/lib/when-idle.ts';
import { profileQuery } from '~/member/use-own-profile.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { cx } from '~/ui/class-names.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { EmptyBowl } from '~/ui/illustrations/empty-bowl.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadMore } from '~/ui/load-more.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { JobCard } from '../job-card.tsx';
import { JobGrid, JobGridSkeleton } from '../job-grid.tsx';
import { JobFilters } from './job-filters.tsx';
import { JobListDebug } from './job-list-debug.tsx';
import { jobListFailure } from './job-list-failure.ts';
import { isJobListNarrowed, useJobFilter } from './job-list-filter.ts';
import { newJobsLabel } from './shown-jobs.ts';
import { useJobList } from './use-job-list.ts';

/**
 * The list of open jobs: members see them in full, visitors reduced. It is memoized because each
 * step of a navigation renders the page again. [J1]
 */
export const JobList = memo(function JobList() {
  // Most viewers of this list open a job next.
  useEffect(() => whenIdle(() => prefetchPage('/jobs/any')), []);
  const viewer = useViewer();
  const { filter, typed, setTyped, change, clear } = useJobFilter();
  const place = useViewerPlace(viewer?.id);
  const jobs = useJobList(filter, { id: viewer?.id ?? null, place: place ?? null });
  const [refreshing, setRefreshing] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const { query, cards, waitingCount } = jobs;
  const shown = useRowsLater(cards);
  const isFiltered = isJobListNarrowed(filter);

  async function refresh() {
    setRefreshing(true);
    await jobs.refresh();
    setRefreshing(false);
  }
  function showWaiting() {
    jobs.showAll();
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  }

  return (
    <div className="grid gap-5">
      <JobFilters
        filter={filter}
        typed={typed}
        onType={setTyped}
        onChange={change}
        place={place}
        onRefresh={() => void refresh()}
        refreshing={refreshing}
      />
      {viewer?.app_role === 'super_admin' ? <JobListDebug recorder={jobs.recorder} /> : null}
      {query.isError ? (
        <Banner
          tone="danger"
          title={jobListFailure(query.error).banner}
          action={
            <Button size="sm" variant="outline" busy={refreshing} onClick={() => void refresh()}>
              Try again
            </Button>
          }
        />
      ) : null}
      <div
        ref={top}
        tabIndex={-1}
        aria-busy={query.isPending || query.isPlaceholderData}
        className={cx(
          'scroll-mt-24 outline-none transition-opacity duration-150',
          query.isPlaceholderData && 'opacity-60',
        )}
      >
        <NewJobsPill count={waitingCount} onPress={showWaiting} />
        {query.isPending ? (
          <OfflineWait query={query}>
            <JobGridSkeleton count={6} />
          </OfflineWait>
        ) : null}
        {query.data && cards.length === 0 && !query.isPlaceholderData ? (
          <NothingHere isFiltered={isFiltered} onClear={clear} />
        ) : null}
        {shown.length > 0 ? (
          <JobGrid>
            {shown.map((job) => (
              <li key={job.id}>
                <JobCard job={job} headingLevel={2} />
              </li>
            ))}
          </JobGrid>
        ) : null}
      </div>
      {query.data && shown.length > 0 && shown === cards ? (
        <LoadMore
          query={query}
          endText={isFiltered ? 'No more matches.' : 'That’s every open job.'}
        />
      ) : null}
    </div>
  );
});

/** The area in the viewer's profile: undefined for visitors, null if there is none. */
function useViewerPlace(id: string | undefined): number | null | undefined {
  const { data } = useQuery({ ...profileQuery(id ?? ''), enabled: id !== undefined });
  if (id === undefined) return undefined;
  return data?.view === 'self' ? data.place_id : null;
}

/** Overlays the list, so that nothing moves when it appears. */
function NewJobsPill({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-[calc(var(--bar)+0.75rem)] z-10 flex h-0 justify-center overflow-visible"
    >
      {count > 0 ? (
        <Button
          variant="secondary"
          size="sm"
          icon={<ArrowUp aria-hidden="true" className="size-4" />}
          className="pointer-events-auto h-11 animate-drop-in shadow-2"
          onClick={onPress}
        >
          {newJobsLabel(count)}
        </Button>
      ) : null}
    </div>
  );
}

function NothingHere({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const viewer = useViewer();
  if (isFiltered) {
    return (
      <EmptyState
        illustration={<EmptyBowl />}
        title="No jobs match"
        action={
          <Button variant="outline" onClick={onClear}>
            Show all jobs
          </Button>
        }
      >
        Try other words, another day or a larger distance.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      illustration={<EmptyBowl />}
      title="No open jobs right now"
      action={
        viewer ? (
          <ButtonLink to="/post-job" icon={<Plus aria-hidden="true" className="size-5" />}>
            Post a Job
          </ButtonLink>
        ) : null
      }
    >
      New jobs appear here as soon as a neighbor posts one.
    </EmptyState>
  );
}
