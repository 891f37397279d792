import type { OwnerWithJobs } from '@kindpal/contract/job/my-jobs';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { BadgeCheck, MapPin } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { readSearch, useListFilter } from '~/lib/use-list-filter.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Badge } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { EmptyBowl } from '~/ui/illustrations/empty-bowl.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { LoadMore } from '~/ui/load-more.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { SearchField } from '~/ui/search-field.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { JobCard } from '../job-card.tsx';
import { JobGrid, JobGridSkeleton } from '../job-grid.tsx';

const readFilter = (params: URLSearchParams) => ({ search: readSearch(params) });

/** Open jobs grouped by owner, the latest post first, with a search by name and area. [D1] */
export function OwnerList() {
  const { filter, typed, setTyped, clear } = useListFilter(readFilter);
  const { search } = filter;
  const query = useInfiniteQuery({
    ...api.job.listOwners.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...atCursor(cursor), ...(search && { search }) }),
      ...pageByPage,
    }),
    placeholderData: keepPreviousData,
  });
  const owners = rowsOf(query);
  const isOld = query.isPlaceholderData;
  return (
    <div aria-busy={query.isPending || isOld} className="grid grid-cols-[minmax(0,1fr)] gap-9">
      <search>
        <SearchField
          label="Search pet owners by name or area"
          placeholder="Search by name or area"
          value={typed}
          onType={setTyped}
        />
      </search>
      {query.isLoadingError || query.isFetchNextPageError ? (
        <LoadFailed title="The pet owners didn’t load" query={query} />
      ) : null}
      {query.isPending ? (
        <OfflineWait query={query}>
          <OwnerSkeleton />
        </OfflineWait>
      ) : null}
      {query.isSuccess && owners.length === 0 && !isOld ? (
        <NoOwners isSearched={search !== ''} onClear={clear} />
      ) : null}
      {owners.map((group) => (
        <OwnerGroup key={group.owner.id} group={group} />
      ))}
      {owners.length > 0 ? (
        <LoadMore
          query={query}
          endText={
            search ? 'No more pet owners match.' : 'These are the owners of the newest open jobs.'
          }
        />
      ) : null}
    </div>
  );
}

function NoOwners({ isSearched, onClear }: { isSearched: boolean; onClear: () => void }) {
  if (!isSearched) {
    return (
      <EmptyState illustration={<EmptyBowl />} title="No open jobs right now">
        Owners appear here as soon as they post a job.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      illustration={<EmptyBowl />}
      title="No pet owners match"
      action={
        <Button variant="outline" onClick={onClear}>
          Show all pet owners
        </Button>
      }
    >
      Only owners with open jobs are listed here.
    </EmptyState>
  );
}

function OwnerGroup({ group: { owner, open_jobs, jobs } }: { group: OwnerWithJobs }) {
  const [isWhole, setWhole] = useState(false);
  const hidden = open_jobs - jobs.length;
  return (
    // No landmark: two owners may have the same name.
    <article aria-label={`Jobs of ${owner.full_name}`} className="grid gap-4">
      {/* With large text, the name goes below the picture instead of breaking by letters. */}
      <header className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <Avatar name={owner.full_name} src={owner.profile_image_url} size="lg" />
        <div className="grid min-w-[min(100%,9em)] flex-1 gap-0.5">
          <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-lg leading-tight">
            <Link
              to={`/profile/${owner.id}`}
              className="touch-area wrap-anywhere underline-offset-4 hover:underline"
            >
              <bdi>{owner.full_name}</bdi>
            </Link>
            {owner.is_verified ? (
              <Badge tone="positive" icon={<BadgeCheck aria-hidden="true" />}>
                Identity checked
              </Badge>
            ) : null}
          </h2>
          <p className="flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
            <span>{openJobsText(open_jobs)}</span>
            {owner.location ? (
              <span className="flex min-w-0 gap-1.5">
                <MapPin aria-hidden="true" className="line-icon text-accent" />
                <bdi className="wrap-anywhere">{owner.location}</bdi>
              </span>
            ) : null}
          </p>
        </div>
      </header>
      {isWhole ? (
        <AllJobs ownerId={owner.id} />
      ) : (
        <JobGrid>
          {jobs.map((job) => (
            <li key={job.id}>
              <JobCard job={job} isUnderOwner />
            </li>
          ))}
        </JobGrid>
      )}
      {hidden > 0 && !isWhole ? (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => setWhole(true)}
        >
          <span>
            Show {hidden} more<span className="sr-only"> of {owner.full_name}</span>
          </span>
        </Button>
      ) : null}
    </article>
  );
}

/** 1,000 means 1,000 or more. */
function openJobsText(count: number): string {
  if (count === 1) return '1 open job';
  return count >= 1000 ? '1,000 open jobs and more' : `${count} open jobs`;
}

/** Every open job of one owner, newest first. */
function AllJobs({ ownerId }: { ownerId: string }) {
  const query = useInfiniteQuery(
    api.job.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ owner_id: ownerId, ...atCursor(cursor) }),
      ...pageByPage,
    }),
  );
  const jobs = rowsOf(query);
  if (query.isPending) return <JobGridSkeleton count={3} />;
  return (
    <div className="grid gap-4">
      {query.isError ? <LoadFailed title="These jobs didn’t load" query={query} /> : null}
      <JobGrid>
        {jobs.map((job) => (
          <li key={job.id}>
            <JobCard job={job} isUnderOwner />
          </li>
        ))}
      </JobGrid>
      <LoadMore query={query} />
    </div>
  );
}

function OwnerSkeleton() {
  return (
    <div role="status" aria-label="Loading pet owners" data-loading="" className="grid gap-4">
      <div className="flex items-center gap-3.5">
        <Skeleton className="size-16 shrink-0 rounded-full" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-56 max-w-full" />
        </div>
      </div>
      <JobGridSkeleton count={3} />
    </div>
  );
}
