import { useEffect } from 'react';
import { DataProvider } from '~/account/data-provider.tsx';
import { refreshDay } from './refresh-day.ts';
import { sendQueue } from './send-queue.ts';

/** Sends what waits, and keeps a day that stands open current: by the live stream, and when it is looked at. */
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
