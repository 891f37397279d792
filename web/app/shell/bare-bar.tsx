import { Wordmark } from '~/ui/logo.tsx';

/**
 * The bar with only a home link, while nothing else is known or when everything else has failed.
 */
export function BareBar() {
  return (
    <header className="sticky top-0 z-30 h-(--bar) border-line border-b bg-canvas">
      <div className="page flex h-full items-center">
        <a
          href="/"
          className="-ml-1 flex min-h-11 items-center rounded-full px-1"
          aria-label="Kindpal, home"
        >
          <Wordmark />
        </a>
      </div>
    </header>
  );
}
