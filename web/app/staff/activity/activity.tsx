import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { downloadFile } from '~/lib/download-file.ts';
import { useListFilter } from '~/lib/use-list-filter.ts';
import { KeyList } from '~/staff/frame/key-list.tsx';
import { Button, buttonStyle } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { WholeBiscuit } from '~/ui/illustrations/whole-biscuit.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import {
  type ActivityAsked,
  activityQuery,
  exportAddress,
  isNoId,
  readActivityFilter,
} from './activity-filter.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityItem } from './activity-item.tsx';

/** Activity: what staff did and viewed, newest first. [S3] */
export function ActivityLog() {
  const state = useListFilter(readActivityFilter);
  const asked = activityQuery(state.filter);
  const isBad = isNoId(state.filter);
  const query = useInfiniteQuery({
    ...api.staff.listActivity.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...asked, ...atCursor(cursor) }),
      ...pageByPage,
      placeholderData: keepPreviousData,
    }),
    enabled: !isBad,
  });

  function showAbout(id: string) {
    state.setTyped(id);
    state.change('search', id);
    window.scrollTo({ top: 0 });
  }

  return (
    <div className="grid gap-5">
      <ActivityFilters state={state} />
      {isBad ? null : (
        <>
          <Exports filter={state.filter} />
          <KeyList opens="show all entries about it">
            <PagedList
              label="Activity"
              query={query}
              rows={rowsOf(query)}
              failure="The log didn’t load"
              empty={<Nothing onClear={state.clear} />}
            >
              {(entry) => <ActivityItem key={entry.id} entry={entry} onAbout={showAbout} />}
            </PagedList>
          </KeyList>
        </>
      )}
    </div>
  );
}

/** Downloads of the filtered entries; each download is logged as well. */
function Exports({ filter }: { filter: ActivityAsked }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {(['csv', 'json'] as const).map((format) => (
        <a
          key={format}
          href={exportAddress(format, filter)}
          onClick={(event) => {
            event.preventDefault();
            downloadFile(event.currentTarget.href, `activity.${format}`);
          }}
          className={buttonStyle({ variant: 'outline', size: 'sm' })}
        >
          <Download aria-hidden="true" className="size-4" />
          Export {format.toUpperCase()}
        </a>
      ))}
      <p className="text-ink-soft text-sm">Exports are logged too.</p>
    </div>
  );
}

function Nothing({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      illustration={<WholeBiscuit />}
      title="No entries match"
      action={
        <Button variant="outline" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Try another action, other dates or another ID.
    </EmptyState>
  );
}
