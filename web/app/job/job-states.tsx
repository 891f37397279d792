import { errorText } from '~/lib/error-text.ts';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { CatOnSill } from '~/ui/illustrations/cat-on-sill.tsx';
import { LostConnection } from '~/ui/illustrations/lost-connection.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';

/** No such job, or none that this reader may know of. [J4] */
export function JobNotFound() {
  return (
    <EmptyState
      headingLevel={1}
      illustration={<CatOnSill />}
      title="Job not found"
      action={<ButtonLink to="/jobs">Browse open jobs</ButtonLink>}
    >
      This job is no longer available, or the link is incomplete.
    </EmptyState>
  );
}

type JobLoadFailedProps = { error: unknown; retrying: boolean; onRetry: () => void };

export function JobLoadFailed({ error, retrying, onRetry }: JobLoadFailedProps) {
  const text = 'Could not load job details';
  const said = errorText(error, text);
  return (
    <EmptyState
      headingLevel={1}
      illustration={<LostConnection />}
      title={text}
      action={
        <Button busy={retrying} busyLabel="Trying..." onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {said === text ? null : said}
    </EmptyState>
  );
}

/** The page's shape while the job is on its way. */
export function JobPageSkeleton() {
  return (
    <div role="status" aria-label="Loading the job" className="grid gap-8 lg:grid-cols-[1fr_21rem]">
      <div className="grid content-start gap-6">
        <div className="grid gap-4 sm:grid-cols-[13rem_1fr] sm:gap-6">
          <Skeleton className="h-28 w-full rounded-lg sm:aspect-square sm:h-auto" />
          <div className="grid content-start gap-3">
            <Skeleton className="h-6 w-24" />
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-5 w-1/3" />
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        </div>
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
      <Skeleton className="h-36 w-full" />
    </div>
  );
}
