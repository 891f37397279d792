import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says so when the device has lost its connection. It lies over the page, so nothing jumps. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="sticky top-(--bar) z-20 h-0">
      {online ? null : (
        <p className="mx-auto mt-2 w-fit max-w-[calc(100%-1.5rem)] animate-drop-in rounded-xl border border-caution bg-caution-soft px-5 py-2 text-center font-medium text-ink text-sm shadow-1">
          You are offline. Nothing you typed is lost; we try again when the connection is back.
        </p>
      )}
    </div>
  );
}
