import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useReader } from '~/account/use-session.ts';
import { api } from '~/lib/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/pages.ts';
import { readSearch, SEARCH_MAX, useListFilter } from '~/lib/use-list-filter.ts';
import { Button } from '~/ui/button.tsx';
import { cx } from '~/ui/class-names.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Field } from '~/ui/field.tsx';
import { CatOnSill } from '~/ui/illustrations/cat-on-sill.tsx';
import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { LoadMore } from '~/ui/load-more.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { SitterCard, SitterCardSkeleton } from './sitter-card.tsx';

/** The directory, page by page; the last search stays in view while the next is on its way. [R8] */
function useSitters(search: string) {
  return useInfiniteQuery(
    api.member.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(search ? { search } : {}),
        ...atCursor(cursor),
      }),
      ...pageByPage,
      placeholderData: keepPreviousData,
    }),
  );
}

const readFilter = (params: URLSearchParams) => ({ search: readSearch(params) });

/** Everybody who sits, newest first, and the box that searches them. [R8] */
export function Directory() {
  const reader = useReader();
  const { filter, typed, setTyped, clear } = useListFilter(readFilter);
  const query = useSitters(filter.search);
  const sitters = rowsOf(query);
  const isSearch = filter.search !== '';
  return (
    <div className="grid gap-5">
      <search>
        <Field label="Search pet sitters" hideLabel>
          <TextInput
            type="search"
            before={<Search aria-hidden="true" />}
            placeholder={reader ? 'Search by name, place or words' : 'Search by place or words'}
            maxLength={SEARCH_MAX}
            enterKeyHint="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </search>
      {query.isError ? <LoadFailed title="The pet sitters did not load" query={query} /> : null}
      <div
        aria-busy={query.isPending || query.isPlaceholderData}
        className={cx('transition-opacity duration-150', query.isPlaceholderData && 'opacity-60')}
      >
        {query.isPending ? <DirectorySkeleton /> : null}
        {query.isSuccess && sitters.length === 0 && !query.isPlaceholderData ? (
          <NobodyHere isSearch={isSearch} onClear={clear} />
        ) : null}
        {sitters.length > 0 ? (
          <SitterGrid>
            {sitters.map((sitter) => (
              <li key={sitter.id}>
                <SitterCard sitter={sitter} isMe={sitter.id === reader?.id} />
              </li>
            ))}
          </SitterGrid>
        ) : null}
      </div>
      {sitters.length > 0 ? (
        <LoadMore
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onLoadMore={() => void query.fetchNextPage()}
          endText={isSearch ? 'No more matches.' : 'That’s every sitter.'}
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

function NobodyHere({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  const reader = useReader();
  if (isSearch) {
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
        Try a town, or a word from their profile.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      illustration={<DogOnLead />}
      title="No pet sitters available yet."
      action={reader ? <ButtonLink to="/invited">Invite a neighbor</ButtonLink> : null}
    >
      New sitters appear here when they join.
    </EmptyState>
  );
}
