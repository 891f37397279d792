import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';

/** A page of an API list: its rows and the next cursor. */
export type Page<Row> = { items: Row[]; next_cursor: string | null };
export type PagedQuery<Row> = UseInfiniteQueryResult<InfiniteData<Page<Row>, unknown>>;

/** The input of a list call for the page at this cursor. */
export const atCursor = (cursor: string | undefined) => (cursor ? { cursor } : {});

/** A list that arrived within this time, in ms, such as before its page was rendered, is new. */
const NEW_MS = 1_000;

/** Query options to read a list page by page; a cached list is refetched. */
export const pageByPage = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor ?? undefined,
  refetchOnMount: ({ state }: { state: { dataUpdatedAt: number } }) =>
    Date.now() - state.dataUpdatedAt > NEW_MS && ('always' as const),
};

/** The rows of all loaded pages. */
export function rowsOf<Row>(query: Pick<PagedQuery<Row>, 'data'>): Row[] {
  return query.data?.pages.flatMap((page) => page.items) ?? [];
}
