import { errorText } from '~/lib/error-text.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

type LoadFailedProps = {
  /** What failed, in words. */
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
};

/** Something that did not load, why, and the way to try again; the rest of the page goes on. */
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
