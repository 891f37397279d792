import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { readSession } from '~/account/session/session-store.ts';
import { useViewer } from '~/account/session/use-session.ts';
import { favoritesQuery } from '~/favorite/use-favorites.ts';
import { api } from '~/lib/calls/api.ts';
import { isFirstPage, waitForData } from '~/lib/calls/first-page.ts';
import { atCursor, type PagedQuery, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useRowsLater } from '~/lib/loading/use-rest-later.ts';
import { useListFilter } from '~/lib/use-list-filter.ts';
import { Button } from '~/ui/button.tsx';
import { cx } from '~/ui/class-names.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { CatOnSill } from '~/ui/illustrations/cat-on-sill.tsx';
import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { LoadMore } from '~/ui/load-more.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { SearchField } from '~/ui/search-field.tsx';
import {
  type DirectoryAddress,
  filterOf,
  isDirectoryNarrowed,
  readDirectoryAddress,
  widerSearchText,
} from './directory-address.ts';
import { DirectoryFilters } from './directory-filters.tsx';
import { SitterCard, SitterCardSkeleton } from './sitter-card.tsx';

const sittersQuery = (asked: ReturnType<typeof filterOf>) =>
  api.member.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      ...asked,
      ...atCursor(cursor),
    }),
    ...pageByPage,
    placeholderData: keepPreviousData,
  });

/**
 * Lets the first page of a tab wait briefly for the whole directory, so that it is rendered once.
 */
export async function startDirectory(): Promise<void> {
  if (!readSession().user || window.location.search || !isFirstPage()) return;
  const data = [
    queryClient.prefetchInfiniteQuery(sittersQuery({})),
    queryClient.prefetchQuery(favoritesQuery()),
  ];
  await waitForData(Promise.all(data));
}

/** The directory, page by page; the previous result stays visible while the next one loads. [R8] */
function useSitters(filter: DirectoryAddress) {
  const asked = filterOf(filter);
  const query = useInfiniteQuery(sittersQuery(asked));
  // A search alone returns full pages.
  useFillPage(
    query,
    Object.keys(asked).some((name) => name !== 'search' && name !== 'sort'),
  );
  return query;
}

/**
 * A filter that matches few members returns short pages: further pages are requested until one page
 * is full.
 */
function useFillPage(query: PagedQuery<unknown>, isFiltered: boolean) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const found = rowsOf(query).length;
  const asked = data?.pages.length ?? 0;
  const isShort =
    isFiltered && hasNextPage && !isFetching && !isError && found < PAGE && asked < WALK_MAX;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);
}
const PAGE = 18;
const WALK_MAX = 10;

/** Everybody who sits, complete profiles first, with search and filters. [R8] */
export function Directory() {
  const viewer = useViewer();
  const list = useListFilter(readDirectoryAddress);
  const { filter, typed, setTyped, clear } = list;
  // Filters are for members; for visitors they are ignored.
  const applied = viewer ? filter : { search: filter.search, near: '' };
  const query = useSitters(applied);
  // Renders the cards in short steps, between which a slow phone still reacts.
  const shown = useDeferredValue(query.data);
  const sitters = rowsOf({ data: shown });
  const rows = useRowsLater(sitters);
  const isLooking =
    query.isPending || (sitters.length === 0 && (query.isFetchingNextPage || shown !== query.data));
  return (
    <div className="grid gap-5">
      <search className="grid gap-3">
        <SearchField
          label="Search pet sitters"
          placeholder={viewer ? 'Search by name, area or words' : 'Search by area or words'}
          value={typed}
          onType={setTyped}
        />
        {viewer ? <DirectoryFilters list={list} /> : null}
      </search>
      {query.isError ? <LoadFailed title="The pet sitters didn’t load" query={query} /> : null}
      <div
        aria-busy={query.isPending || query.isPlaceholderData}
        className={cx('transition-opacity duration-150', query.isPlaceholderData && 'opacity-60')}
      >
        {isLooking ? (
          <OfflineWait query={query}>
            <DirectorySkeleton />
          </OfflineWait>
        ) : null}
        {query.isSuccess &&
        sitters.length === 0 &&
        !isLooking &&
        !query.isPlaceholderData &&
        !query.hasNextPage ? (
          <NobodyHere filter={applied} onClear={clear} />
        ) : null}
        {sitters.length > 0 ? (
          <SitterGrid>
            {rows.map((sitter) => (
              <li key={sitter.id}>
                <SitterCard sitter={sitter} isMe={sitter.id === viewer?.id} />
              </li>
            ))}
          </SitterGrid>
        ) : null}
      </div>
      {rows === sitters && (sitters.length > 0 || (query.hasNextPage && !isLooking)) ? (
        <LoadMore
          query={query}
          endText={isDirectoryNarrowed(applied) ? 'No more matches.' : 'That’s every sitter.'}
        />
      ) : null}
    </div>
  );
}

function SitterGrid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">{children}</ul>;
}

function DirectorySkeleton() {
  return (
    <div role="status" aria-label="Loading pet sitters" data-loading="">
      <SitterGrid>
        {[0, 1, 2, 3, 4, 5].map((place) => (
          <li key={place} aria-hidden="true">
            <SitterCardSkeleton />
          </li>
        ))}
      </SitterGrid>
    </div>
  );
}

function NobodyHere({ filter, onClear }: { filter: DirectoryAddress; onClear: () => void }) {
  const viewer = useViewer();
  if (isDirectoryNarrowed(filter)) {
    return (
      <EmptyState
        illustration={<CatOnSill />}
        title="No pet sitters match your search."
        action={
          <Button variant="outline" onClick={onClear}>
            Clear Search
          </Button>
        }
      >
        {widerSearchText(filter)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      illustration={<DogOnLead />}
      title="No pet sitters available yet."
      action={viewer ? <ButtonLink to="/invited">Invite a neighbor</ButtonLink> : null}
    >
      New sitters appear here when they join.
    </EmptyState>
  );
}
