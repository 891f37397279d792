import { Button, buttonStyle } from '~/ui/button.tsx';
import { LogoMark } from '~/ui/logo.tsx';
import { BareBar } from './bare-bar.tsx';

/** The page for uncaught errors [P2]. Links reload, because the page's scripts may be broken. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <>
      <BareBar />
      <main className="page py-10">
        <UnexpectedError />
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
    <div className="mx-auto grid max-w-md justify-items-center gap-4 py-16 text-center">
      <LogoMark className="size-20" />
      <h1 className="text-2xl">Unexpected Application Error!</h1>
      <p className="text-ink-soft">
        Something went wrong on our side. Everything you sent before is safe.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <a href="/" className={buttonStyle({ variant: 'outline' })}>
          Go home
        </a>
      </div>
    </div>
  );
}
