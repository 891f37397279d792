import { useEffect } from 'react';
import { DataProvider } from '~/account/session/data-provider.tsx';
import { refreshDay } from './refresh-day.ts';
import { sendQueue } from './send-queue.ts';

/**
 * Sends waiting actions, and keeps the open day current: by live events, and when the tab becomes
 * visible.
 */
export function DayUpkeep() {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void sendQueue().then(() => refreshDay());
    };
    look();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return <DataProvider>{null}</DataProvider>;
}
