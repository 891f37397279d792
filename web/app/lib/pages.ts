import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';

/** One page of a list of the API: its rows, and where the next one begins. */
export type Page<Row> = { items: Row[]; next_cursor: string | null };
export type PagedQuery<Row> = UseInfiniteQueryResult<InfiniteData<Page<Row>, unknown>>;

/** The input of a list's call for the page that begins at this cursor. */
export const atCursor = (cursor: string | undefined) => (cursor ? { cursor } : {});

/** How a list is read page by page; one that was seen before is looked at again. */
export const pageByPage = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor ?? undefined,
  refetchOnMount: 'always' as const,
};

/** The rows of all pages that have come. */
export function rowsOf<Row>(query: PagedQuery<Row>): Row[] {
  return query.data?.pages.flatMap((page) => page.items) ?? [];
}
