import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

type Pages = Pick<
  UseInfiniteQueryResult<InfiniteData<unknown>>,
  'data' | 'hasNextPage' | 'isFetching' | 'isError' | 'fetchNextPage'
>;

type LoadMoreProps = {
  query: Pages;
  /** Shown at the end, for example 'That’s every open job.' */
  endText?: string;
};

/** The end of a list that has more pages: loads on request, so that the footer stays reachable. */
export function LoadMore({ query, endText }: LoadMoreProps) {
  const { isLoading, load } = useNextPage(query);
  if (!query.hasNextPage) {
    return endText ? <p className="py-6 text-center text-ink-soft text-sm">{endText}</p> : null;
  }
  return (
    <div className="flex justify-center py-6">
      <Button data-more="" variant="outline" busy={isLoading} busyLabel="Loading..." onClick={load}>
        Load more
      </Button>
    </div>
  );
}

/** One press loads one page: a live update cancels a running request, which is then repeated. */
function useNextPage({ data, hasNextPage, isFetching, isError, fetchNextPage }: Pages) {
  const count = data?.pages.length ?? 0;
  const [wanted, setWanted] = useState(0);
  const isWaiting = wanted > count && hasNextPage && !isError;
  if (wanted > 0 && !isWaiting && !isFetching) setWanted(0);
  useEffect(() => {
    if (isWaiting && !isFetching) void fetchNextPage({ cancelRefetch: false });
  }, [isWaiting, isFetching, fetchNextPage]);
  function load() {
    setWanted(count + 1);
    void fetchNextPage();
  }
  return { isLoading: isWaiting, load };
}
