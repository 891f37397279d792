import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useSession } from '~/account/use-session.ts';
import { readerOf } from '~/job/job-summary.ts';
import { api } from '~/lib/api.ts';
import { queryClient } from '~/lib/query-client.ts';

/** The claimed job that somebody has open, and which side they are on. */
export type JobAtHand = {
  id: string;
  pet: string;
  side: 'owner' | 'sitter';
  /** Whether health notes and a number to call may be read. */
  hasCare: boolean;
};

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const JOB_PAGE = new RegExp(`^(?:/(?:jobs|chat/job)/|/dashboard.*[?&]chat=)(${ID})(?:[/?&]|$)`);

/** The job that a page is about, by its address; null for any other page. */
export function jobOfPath(path: string): string | null {
  return JOB_PAGE.exec(path)?.[1] ?? null;
}

/** The job that a request for help from this page is about; null where there is none. [F2] */
export function useJobAtHand(): JobAtHand | null {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const id = user ? jobOfPath(`${pathname}${search}`) : null;
  const { data } = useQuery(
    { ...api.job.get.queryOptions({ input: { id: id ?? '' } }), enabled: id !== null },
    // The window also opens on pages without data, which have no provider of the cache.
    queryClient,
  );
  if (!id || data?.view !== 'member' || !data.claim) return null;
  const reader = readerOf(data, user?.id);
  if (reader === 'other') return null;
  return {
    id,
    pet: data.pet_details.name,
    side: reader === 'owner' ? 'owner' : 'sitter',
    hasCare: data.can.care ?? false,
  };
}
