import { Button } from './button.tsx';

type LoadMoreProps = {
  hasMore: boolean;
  loading: boolean;
  onLoadMore: () => void;
  /** Said when the end is reached, for example 'That’s every open job.' */
  endText?: string;
};

/** The end of a list that goes on: more on request, so that the footer stays within reach. */
export function LoadMore({ hasMore, loading, onLoadMore, endText }: LoadMoreProps) {
  if (!hasMore) {
    return endText ? <p className="py-6 text-center text-ink-soft text-sm">{endText}</p> : null;
  }
  return (
    <div className="flex justify-center py-6">
      <Button variant="outline" busy={loading} busyLabel="Loading..." onClick={onLoadMore}>
        Load more
      </Button>
    </div>
  );
}
