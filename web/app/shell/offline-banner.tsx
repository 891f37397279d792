import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * Says so when the device has lost its connection. One line beneath the bar, in the room that each
 * page leaves above its heading: nothing jumps and nothing is covered.
 */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="pointer-events-none sticky top-(--bar) z-20 h-0">
      {online ? null : (
        <p
          data-offline=""
          className="animate-fade-in border-caution border-b bg-caution-soft px-4 py-0.5 text-center font-medium text-ink text-xs"
        >
          You are offline. Nothing you typed is lost
          <span className="max-sm:sr-only">; we try again when the connection is back</span>.
        </p>
      )}
    </div>
  );
}
