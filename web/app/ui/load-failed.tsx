import { errorText } from '~/lib/calls/error-text.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

type LoadFailedProps = {
  /** What failed, in words. */
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
};

/** Something that failed to load, why, and a button to retry; the rest of the page works. */
export function LoadFailed({ title, query }: LoadFailedProps) {
  return (
    <Banner
      tone="danger"
      title={title}
      action={
        <Button
          size="sm"
          variant="outline"
          busy={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Try again
        </Button>
      }
    >
      {errorText(query.error)}
    </Banner>
  );
}
