import { useEffect } from 'react';
import { DataProvider } from '~/account/session/data-provider.tsx';
import { useStore } from '~/lib/store.ts';
import { dayStore } from './day-store.ts';
import { refreshDay } from './refresh-day.ts';
import { sendQueue } from './send-queue.ts';

/** How often a day that the server did not send is requested again, in ms. */
const RETRY_MS = 15_000;

/**
 * Sends waiting actions, and keeps the open day current: by live events, and when the tab becomes
 * visible. If the server did not respond, it tries again.
 */
export function DayUpkeep() {
  const isCurrent = useStore(dayStore)?.isCurrent ?? false;
  useEffect(() => {
    catchUp();
    document.addEventListener('visibilitychange', catchUp);
    window.addEventListener('online', catchUp);
    window.addEventListener('offline', catchUp);
    return () => {
      document.removeEventListener('visibilitychange', catchUp);
      window.removeEventListener('online', catchUp);
      window.removeEventListener('offline', catchUp);
    };
  }, []);
  useEffect(() => {
    if (isCurrent) return;
    const timer = setInterval(catchUp, RETRY_MS);
    return () => clearInterval(timer);
  }, [isCurrent]);
  return <DataProvider>{null}</DataProvider>;
}

function catchUp(): void {
  if (document.visibilityState === 'visible') void sendQueue().then(() => refreshDay());
}
