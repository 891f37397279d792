import type { ReactNode } from 'react';
import type { PagedQuery } from '~/lib/calls/pages.ts';
import { LoadFailed } from './load-failed.tsx';
import { LoadMore } from './load-more.tsx';
import { OfflineWait } from './offline-wait.tsx';
import { Skeleton } from './skeleton.tsx';

type PagedListProps<Row> = {
  label: string;
  query: PagedQuery<Row>;
  rows: Row[];
  /** What failed, in words. */
  failure: string;
  empty: ReactNode;
  children: (row: Row) => ReactNode;
};

/** A paged list: loading, failed, empty, or its rows with a button for more. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { label, query, rows, failure, empty, children } = props;
  if (query.isPending) {
    return (
      <OfflineWait query={query}>
        <ListSkeleton label={`Loading: ${label}`} />
      </OfflineWait>
    );
  }
  return (
    <div className="grid gap-4" aria-busy={query.isPlaceholderData}>
      {query.isError ? <LoadFailed title={failure} query={query} /> : null}
      {query.isSuccess && rows.length === 0 ? empty : null}
      {rows.length > 0 ? (
        <ul aria-label={label} className="grid gap-4">
          {rows.map(children)}
        </ul>
      ) : null}
      <LoadMore query={query} />
    </div>
  );
}

function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-4">
      <Skeleton className="h-36 rounded-lg" />
      <Skeleton className="h-36 rounded-lg" />
      <Skeleton className="h-36 rounded-lg" />
    </div>
  );
}
