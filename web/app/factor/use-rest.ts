import { useEffect, useState } from 'react';

/** Only 3 codes are sent in 10 minutes, and further requests are answered as if one was sent. */
const REST_MS = 30_000;

/** The seconds for which a button that sends a code still rests after a press. [U9] */
export function useRest() {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (now >= until) return;
    const timer = setTimeout(() => setNow(Date.now()), 1000);
    return () => clearTimeout(timer);
  }, [now, until]);
  return {
    seconds: Math.max(0, Math.ceil((until - now) / 1000)),
    begin() {
      setNow(Date.now());
      setUntil(Date.now() + REST_MS);
    },
    end: () => setUntil(0),
  };
}
