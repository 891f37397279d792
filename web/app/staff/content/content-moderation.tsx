import { reportStateSchema } from '@kindpal/contract/report/schema';
import { useState } from 'react';
import { rowsOf } from '~/lib/calls/pages.ts';
import { readSearch, useListFilter } from '~/lib/use-list-filter.ts';
import { KeyList } from '~/staff/frame/key-list.tsx';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { WholeBiscuit } from '~/ui/illustrations/whole-biscuit.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { SearchField } from '~/ui/search-field.tsx';
import { TabPanel, Tabs } from '~/ui/tabs.tsx';
import { ModeratedJobItem } from './moderated-job-item.tsx';
import { ModeratedProfileItem } from './moderated-profile-item.tsx';
import { ModeratedReviews } from './moderated-reviews.tsx';
import { type Moderation, ModerationDialog } from './moderation-dialog.tsx';
import { AppealQueue } from './queue/appeal-queue.tsx';
import { ReportQueue } from './queue/report-queue.tsx';
import { useModeratedJobs, useModeratedProfiles } from './use-moderation.ts';

const TABS = [
  { value: 'reports', label: 'Reports' },
  { value: 'appeals', label: 'Appeals' },
  { value: 'jobs', label: 'Jobs' },
  { value: 'profiles', label: 'Profiles' },
  { value: 'reviews', label: 'Reviews' },
] as const;

/** Whether the tab is a queue, which has no search. */
const isQueue = (tab: string) => tab === 'reports' || tab === 'appeals';

/** The tab, the search and the state of reports from the address. */
const readFilter = (params: URLSearchParams) => {
  const search = readSearch(params);
  const named = TABS.find(({ value }) => value === params.get('tab'))?.value;
  const state = reportStateSchema.safeParse(params.get('state')).data ?? 'open';
  return { search, state, tab: named ?? (search ? 'jobs' : 'reports') };
};

/** Content Moderation: reports, appeals, and what members write, with actions to remove it. [S4] */
export function ContentModeration() {
  const { filter, typed, setTyped, change, changeAll } = useListFilter(readFilter);
  const [moderation, setModeration] = useState<Moderation | null>(null);
  const list = { search: filter.search, onModerate: setModeration, onClear: clear };

  function open(tab: string) {
    if (isQueue(tab)) setTyped('');
    changeAll({ tab, ...(isQueue(tab) ? { search: '' } : {}) });
  }

  /** Clears the search and keeps the tab. */
  function clear() {
    setTyped('');
    change('search', '');
  }

  const search = (
    <search className="mb-5 block">
      <SearchField
        label="Search content"
        placeholder="Search by words or name"
        value={typed}
        onType={setTyped}
      />
    </search>
  );
  return (
    <div className="grid gap-5">
      <Tabs value={filter.tab} onValueChange={open} label="Content" tabs={TABS}>
        <TabPanel value="reports">
          <ReportQueue state={filter.state} onState={(state) => change('state', state)} />
        </TabPanel>
        <TabPanel value="appeals">
          <AppealQueue />
        </TabPanel>
        <TabPanel value="jobs">
          {search}
          <Jobs {...list} />
        </TabPanel>
        <TabPanel value="profiles">
          {search}
          <Profiles {...list} />
        </TabPanel>
        <TabPanel value="reviews">
          {search}
          <ModeratedReviews
            search={filter.search}
            empty={
              <Nothing isSearched={filter.search !== ''} onClear={clear} what="No reviews yet" />
            }
          />
        </TabPanel>
      </Tabs>
      <ModerationDialog moderation={moderation} onClose={() => setModeration(null)} />
    </div>
  );
}

type ListProps = {
  search: string;
  onModerate: (moderation: Moderation) => void;
  onClear: () => void;
};

function Jobs({ search, onModerate, onClear }: ListProps) {
  const query = useModeratedJobs(search);
  return (
    <KeyList opens="open the job">
      <PagedList
        label="Jobs"
        query={query}
        rows={rowsOf(query)}
        failure="The jobs didn’t load"
        empty={<Nothing isSearched={search !== ''} onClear={onClear} what="No jobs yet" />}
      >
        {(job) => (
          <ModeratedJobItem
            key={job.id}
            job={job}
            onTakeDown={() => onModerate({ kind: 'job', job })}
            onEndClaim={() => onModerate({ kind: 'claim', job })}
          />
        )}
      </PagedList>
    </KeyList>
  );
}

function Profiles({ search, onModerate, onClear }: ListProps) {
  const query = useModeratedProfiles(search);
  return (
    <KeyList opens="open the member">
      <PagedList
        label="Profiles"
        query={query}
        rows={rowsOf(query)}
        failure="The profiles didn’t load"
        empty={<Nothing isSearched={search !== ''} onClear={onClear} what="No profiles yet" />}
      >
        {(member) => (
          <ModeratedProfileItem
            key={member.id}
            member={member}
            onRemove={(part) => onModerate({ kind: part, member })}
          />
        )}
      </PagedList>
    </KeyList>
  );
}

type NothingProps = { isSearched: boolean; onClear: () => void; what: string };

function Nothing({ isSearched, onClear, what }: NothingProps) {
  return (
    <EmptyState
      illustration={<WholeBiscuit />}
      title={isSearched ? 'Nothing matches' : what}
      action={
        isSearched ? (
          <Button variant="outline" onClick={onClear}>
            Clear filters
          </Button>
        ) : null
      }
    >
      {isSearched ? 'Try another word.' : 'What members write appears here.'}
    </EmptyState>
  );
}
