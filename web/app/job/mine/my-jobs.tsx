import type { JobCounts, JobPhase, JobSide } from '@kindpal/contract/job/my-jobs';
import { useQuery } from '@tanstack/react-query';
import { Plus, Search } from 'lucide-react';
import { useRef } from 'react';
import { useUser } from '~/account/session/use-session.ts';
import { rowsOf } from '~/lib/calls/pages.ts';
import { useListFilter } from '~/lib/use-list-filter.ts';
import { BackLink } from '~/ui/back-link.tsx';
import { Button } from '~/ui/button.tsx';
import { ChoiceChips } from '~/ui/choice-chips.tsx';
import { cx } from '~/ui/class-names.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { EmptyBowl } from '~/ui/illustrations/empty-bowl.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { LoadMore } from '~/ui/load-more.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { SearchField } from '~/ui/search-field.tsx';
import { SegmentedControl } from '~/ui/segmented-control.tsx';
import { JobGrid, JobGridSkeleton } from '../job-grid.tsx';
import { MyJobCard } from './my-job-card.tsx';
import {
  jobCountText,
  type MyJobsFilter,
  PHASE_LABELS,
  phasesOf,
  readMyJobsFilter,
} from './my-jobs-filter.ts';
import { useRemovedJobs } from './removed-jobs.ts';
import { RemovedList } from './removed-list.tsx';
import { myJobCountsQuery, useMyJobCounts, useMyJobs } from './use-my-jobs.ts';

const SIDES = [
  { value: 'owner', label: 'Jobs I posted' },
  { value: 'sitter', label: 'Jobs I claimed' },
] as const satisfies readonly { value: JobSide; label: string }[];

/** All jobs of the member, as owner and as sitter, with phases and a search. [D1] [D3] */
export function MyJobs() {
  const user = useUser();
  const { filter, typed, setTyped, change, changeAll } = useListFilter((params) =>
    readMyJobsFilter(params, user),
  );
  const { as, phase } = filter;
  const counts = { owner: useMyJobCounts('owner'), sitter: useMyJobCounts('sitter') };
  const other = as === 'owner' ? 'sitter' : 'owner';
  // Without any job there is nothing to search or filter, whatever the address contains.
  const hasNone = counts[as] !== undefined && !hasAny(counts[as], as);
  const hasBothSides = user.role === 'both' || hasAny(counts[other], other) || !isOwnSide(user, as);
  function showAll() {
    setTyped('');
    // The side stays.
    changeAll({ search: '', state: '' });
  }
  return (
    <>
      {/* Without any posted job, the empty list has a button to post one. */}
      <Header canPost={!(hasNone && as === 'owner')} />
      {hasBothSides ? (
        <SegmentedControl
          label="Which jobs"
          value={as}
          options={SIDES}
          onChange={(side) => change('as', side)}
          className="justify-self-start max-sm:w-full"
        />
      ) : null}
      {hasNone ? (
        <NoJobs as={as} />
      ) : (
        <>
          <search className="grid gap-4">
            <SearchField
              label="Search my jobs"
              placeholder="Search by pet, area or words"
              value={typed}
              onType={setTyped}
            />
            <PhaseChips as={as} phase={phase} onChange={(chosen) => change('state', chosen)} />
          </search>
          <MyJobList filter={filter} onClear={showAll} />
        </>
      )}
    </>
  );
}

function Header({ canPost }: { canPost: boolean }) {
  return (
    <div className="grid gap-2">
      <BackLink to="/dashboard">Back to Dashboard</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-3xl">My Jobs</h1>
        {canPost ? (
          <ButtonLink
            to="/post-job"
            variant="outline"
            size="sm"
            icon={<Plus aria-hidden="true" className="size-5" />}
          >
            Post a Job
          </ButtonLink>
        ) : null}
      </div>
    </div>
  );
}

function hasAny(counts: JobCounts | undefined, as: JobSide): boolean {
  return counts !== undefined && phasesOf(as).some((phase) => counts[phase] > 0);
}

/** Whether members of this role can have jobs on this side without having had another role. */
function isOwnSide({ role }: { role: string }, as: JobSide): boolean {
  return role === (as === 'owner' ? 'pet_owner' : 'pet_sitter');
}

type PhaseChipsProps = {
  as: JobSide;
  phase: JobPhase | undefined;
  onChange: (phase: JobPhase | '') => void;
};

function PhaseChips({ as, phase, onChange }: PhaseChipsProps) {
  const phases = phasesOf(as);
  const { data, isError } = useQuery(myJobCountsQuery);
  // Counts that failed to load leave no gap behind.
  const unknown = isError ? undefined : '';
  const count = (some: readonly JobPhase[]) => (data ? jobCountText(data[as], some) : unknown);
  return (
    <ChoiceChips
      label="Status"
      value={phase ?? ''}
      onChange={onChange}
      options={[
        { value: '', label: 'All', count: count(phases) },
        ...phases.map((one) => ({ value: one, label: PHASE_LABELS[one], count: count([one]) })),
      ]}
    />
  );
}

function MyJobList({ filter, onClear }: { filter: MyJobsFilter; onClear: () => void }) {
  const { as, phase, search } = filter;
  const query = useMyJobs(filter);
  const items = rowsOf(query);
  const list = useRef<HTMLDivElement>(null);
  const isFiltered = phase !== undefined || search !== '';
  // The data shown meanwhile belongs to another filter, and possibly to the other side.
  const isOld = query.isPlaceholderData;
  const left = useRemovedJobs(JSON.stringify(filter), (!isOld && query.data?.pages) || null);
  return (
    <>
      {phase ? <RemovedList items={left} /> : null}
      {query.isError ? <LoadFailed title="Your jobs didn’t load" query={query} /> : null}
      <div
        ref={list}
        tabIndex={-1}
        aria-busy={query.isPending || isOld}
        className={cx('outline-none transition-opacity duration-150', isOld && 'opacity-60')}
      >
        {query.isPending ? (
          <OfflineWait query={query}>
            <JobGridSkeleton count={6} />
          </OfflineWait>
        ) : null}
        {query.isSuccess && items.length === 0 && !isOld ? (
          isFiltered ? (
            <NoMatch filter={filter} onClear={onClear} />
          ) : (
            <NoJobs as={as} />
          )
        ) : null}
        {items.length > 0 ? (
          <JobGrid>
            {items.map((item) => (
              <li key={item.claim && as === 'sitter' ? item.claim.id : item.job.id}>
                <MyJobCard
                  item={item}
                  as={as}
                  headingLevel={2}
                  onReleased={() => list.current?.focus({ preventScroll: true })}
                />
              </li>
            ))}
          </JobGrid>
        ) : null}
      </div>
      {items.length > 0 ? (
        <LoadMore
          query={query}
          endText={isFiltered ? 'No more jobs match.' : 'These are all your jobs.'}
        />
      ) : null}
    </>
  );
}

/** Other jobs of this side exist. */
function NoMatch({ filter, onClear }: { filter: MyJobsFilter; onClear: () => void }) {
  return (
    <EmptyState
      illustration={<EmptyBowl />}
      title={filter.search ? 'No jobs match' : 'No jobs here right now'}
      action={
        <Button variant="outline" onClick={onClear}>
          Show all my jobs
        </Button>
      }
    >
      {noMatchText(filter)}
    </EmptyState>
  );
}

function noMatchText({ phase, search }: MyJobsFilter): string {
  if (!search) return 'Choose another status to see your other jobs.';
  return phase ? 'Try another word or another status.' : 'Try another word.';
}

function NoJobs({ as }: { as: JobSide }) {
  return as === 'owner' ? (
    <EmptyState
      illustration={<DogOnLead />}
      title="Nothing posted yet"
      action={
        <ButtonLink to="/post-job" icon={<Plus aria-hidden="true" className="size-5" />}>
          Post your first job
        </ButtonLink>
      }
    >
      Every job you post is listed here.
    </EmptyState>
  ) : (
    <EmptyState
      illustration={<EmptyBowl />}
      title="Nothing claimed yet"
      action={
        <ButtonLink to="/jobs" icon={<Search aria-hidden="true" className="size-5" />}>
          View Available Jobs
        </ButtonLink>
      }
    >
      Every job you claim is listed here.
    </EmptyState>
  );
}
