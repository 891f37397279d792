import { errorText } from '~/lib/calls/error-text.ts';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { CatOnSill } from '~/ui/illustrations/cat-on-sill.tsx';
import { LostConnection } from '~/ui/illustrations/lost-connection.tsx';
import { ButtonLink } from '~/ui/link.tsx';

/** Shown for an unknown job, and for one that this viewer may not see. [J4] */
export function JobNotFound() {
  return (
    <EmptyState
      headingLevel={1}
      illustration={<CatOnSill />}
      title="Job not found"
      action={<ButtonLink to="/jobs">Browse Jobs</ButtonLink>}
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
