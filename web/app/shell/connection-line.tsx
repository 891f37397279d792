import { useEffect } from 'react';
import { createPath, useNavigation } from 'react-router';
import { codeTrouble } from '~/lib/loading/load-code.ts';
import { useStore } from '~/lib/store.ts';

const texts = {
  unreachable: 'Still loading…',
  broken: 'A part of Kindpal couldn’t be loaded. ',
  replaced: 'A new version is ready. ',
};

const network = {
  initial: true,
  read: () => navigator.onLine,
  subscribe(listener: () => void) {
    window.addEventListener('online', listener);
    window.addEventListener('offline', listener);
    return () => {
      window.removeEventListener('online', listener);
      window.removeEventListener('offline', listener);
    };
  },
};

/**
 * Says when the device is offline, or when code does not load. One line below the bar, in the
 * space above each page's heading: nothing jumps and nothing is covered.
 */
export function ConnectionLine() {
  const online = useStore(network);
  const trouble = useStore(codeTrouble);
  const { location } = useNavigation();
  // The next page belongs to the new release: load it completely, once.
  useEffect(() => {
    if (trouble === 'replaced' && location) window.location.assign(createPath(location));
  }, [trouble, location]);
  return (
    <div role="status" className="pointer-events-none sticky top-(--bar) z-20 h-0">
      {online && !trouble ? null : (
        <p
          data-offline=""
          className="animate-fade-in border-caution border-b bg-caution-soft px-4 py-0.5 text-center font-medium text-ink text-xs"
        >
          {online && trouble ? (
            <>
              {texts[trouble]}
              {trouble === 'unreachable' ? null : (
                <button
                  type="button"
                  className="pointer-events-auto underline"
                  onClick={() => window.location.reload()}
                >
                  {trouble === 'replaced' ? 'Refresh' : 'Reload'}
                </button>
              )}
            </>
          ) : (
            <>
              You’re offline. Nothing you typed is lost
              <span className="max-sm:sr-only">; this page catches up once you’re online</span>.
            </>
          )}
        </p>
      )}
    </div>
  );
}
