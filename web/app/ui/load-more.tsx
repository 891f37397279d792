import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from './button.tsx';

type Pages = Pick<
  UseInfiniteQueryResult<InfiniteData<unknown>>,
  'data' | 'hasNextPage' | 'fetchNextPage'
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
      <Button
        data-more=""
        variant="outline"
        busy={isLoading}
        busyLabel="Loading..."
        onClick={() => void load()}
      >
        Load more
      </Button>
    </div>
  );
}

/** One press loads one page: a live update cancels a running request, which is then repeated. */
function useNextPage({ data, fetchNextPage }: Pages) {
  const [isLoading, setLoading] = useState(false);
  async function load() {
    const before = data?.pages.length ?? 0;
    setLoading(true);
    let now = await fetchNextPage();
    while ((now.data?.pages.length ?? 0) === before && now.hasNextPage && !now.isError) {
      now = await fetchNextPage({ cancelRefetch: false });
    }
    setLoading(false);
  }
  return { isLoading, load };
}
