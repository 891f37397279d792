import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { prefetchLinks } from '~/lib/calls/prefetch.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useSession } from './use-session.ts';

/** The page on which visitors get live updates as well. */
const LIVE_FOR_VISITORS = '/jobs';

/** Provides the query cache and the live stream that keeps it up to date. [P12] [X4] */
export function DataProvider({ children }: { children: ReactNode }) {
  const { status, user } = useSession();
  const { pathname } = useLocation();
  const isWanted =
    status === 'signed-in' || (status === 'signed-out' && pathname === LIVE_FOR_VISITORS);
  useEffect(prefetchLinks, []);
  useLive({ who: user?.id ?? null, isWanted });
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
