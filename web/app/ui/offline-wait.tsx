import type { ReactNode } from 'react';
import { isUnreachable } from '~/lib/calls/reachability.ts';
import { useHasLasted } from '~/lib/use-has-lasted.ts';
import { Banner } from './banner.tsx';

/** How long a list may load before the page says why. */
const LOAD_TIMEOUT_MS = 2_000;

type Waiting = { isPending: boolean; failureCount: number; failureReason: unknown };

/** Whether a list without data can't be loaded now. */
export function cannotLoad(query: Waiting, isOnline: boolean): boolean {
  if (!query.isPending) return false;
  return !isOnline || (query.failureCount > 0 && isUnreachable(query.failureReason));
}

/** The skeleton of a loading list; after two seconds without a network it says so. [P12] [J1] */
export function OfflineWait({ query, children }: { query: Waiting; children: ReactNode }) {
  const isLong = useHasLasted(true, LOAD_TIMEOUT_MS);
  if (!isLong || !cannotLoad(query, navigator.onLine)) return children;
  return <Banner tone="caution" title="You seem to be offline. Retrying…" />;
}
