import { isRouteErrorResponse } from 'react-router';
import { Button, buttonStyle } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { EmptyBowl } from '~/ui/illustrations/empty-bowl.tsx';
import { BareBar } from './bare-bar.tsx';
import { NotFound } from './not-found.tsx';

/** The last stop for what nobody caught [P2]. Links reload the page: its scripts may be broken. */
export function ErrorPage({ error }: { error: unknown }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <>
      <BareBar />
      <main className="page py-10">
        {missing ? <NotFound /> : <UnexpectedError />}
        {import.meta.env.DEV && error instanceof Error ? (
          <pre className="mx-auto max-w-3xl overflow-x-auto rounded-md bg-sunken p-4 text-xs">
            {error.stack}
          </pre>
        ) : null}
      </main>
    </>
  );
}

function UnexpectedError() {
  return (
    <EmptyState
      headingLevel={1}
      illustration={<EmptyBowl />}
      title="Unexpected Application Error!"
      action={
        <>
          <Button onClick={() => window.location.reload()}>Try again</Button>
          <a href="/" className={buttonStyle({ variant: 'outline' })}>
            Go home
          </a>
        </>
      }
    >
      <p>
        Something broke on our side, and nothing you did caused it. What you sent before is safe.
      </p>
    </EmptyState>
  );
}
