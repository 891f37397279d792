import { useEffect, useState } from 'react';

/** The time in ms, updated at the given interval, for texts that age while a page is open. */
export function useNow({ everyMs }: { everyMs: number }): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
