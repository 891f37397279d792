import type { AgendaItem } from '@kindpal/contract/job/agenda';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useSession } from '~/account/session/use-session.ts';
import { HOME_PATH } from '~/account/sign-in/return-path.ts';
import { agendaQuery } from '~/dashboard/agenda-query.ts';
import { viewerOf } from '~/job/job-summary.ts';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';

/** The claimed job that help is asked about, and the viewer's side. */
export type JobAtHand = {
  id: string;
  pet: string;
  side: 'owner' | 'sitter';
  /** Whether the viewer may read health notes and an emergency number. */
  hasCare: boolean;
};

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const JOB_PAGE = new RegExp(`^(?:/(?:jobs|chat/job)/|/dashboard.*[?&]chat=)(${ID})(?:[/?&]|$)`);

/** The id of the job in an address; null for other pages. */
export function jobOfPath(path: string): string | null {
  return JOB_PAGE.exec(path)?.[1] ?? null;
}

const DAY_MS = 24 * 3_600_000;

/** The most urgent job that is in progress, waits to be confirmed, or starts within a day. */
export function jobOfAgenda(items: AgendaItem[], now: number): string | null {
  const isNear = ({ job, phase }: AgendaItem) =>
    phase !== 'upcoming' ||
    (job.view === 'member' && new Date(job.start_date).getTime() - now < DAY_MS);
  return items.find(isNear)?.job.id ?? null;
}

/**
 * The job that a request for help from this page is about; on the dashboard and in My Day the most
 * urgent one of these hours; null if there is none. [F2]
 */
export function useJobAtHand(): JobAtHand | null {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const ofPath = user ? jobOfPath(`${pathname}${search}`) : null;
  const showsAll = user !== null && [HOME_PATH, '/my-day'].includes(pathname);
  const agenda = useQuery({ ...agendaQuery, enabled: showsAll && !ofPath }, queryClient).data;
  const id = ofPath ?? (showsAll && agenda ? jobOfAgenda(agenda.items, Date.now()) : null);
  const { data } = useQuery(
    { ...api.job.get.queryOptions({ input: { id: id ?? '' } }), enabled: id !== null },
    // The dialog also opens on pages without data, which have no query provider.
    queryClient,
  );
  if (!id || data?.view !== 'member' || !data.claim) return null;
  const viewer = viewerOf(data, user?.id);
  if (viewer === 'other') return null;
  return {
    id,
    pet: data.pet_details.name,
    side: viewer === 'owner' ? 'owner' : 'sitter',
    hasCare: data.can.care ?? false,
  };
}
