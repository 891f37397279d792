import type { JobCard, MemberJob } from '@kindpal/contract/job/schema';
import { api } from '~/lib/calls/api.ts';
import { counted } from '~/lib/counted.ts';

/** History state of the navigation to the dashboard after a sitter's first steps. */
export const READY_TO_SIT = { readyToSit: true } as const;

/** Whether a navigation has that state. */
export function isReadyToSit(state: unknown): boolean {
  return (state as Partial<typeof READY_TO_SIT> | null)?.readyToSit === true;
}

/** The distance that counts as near, in miles: one of the distances of the job list. */
export const NEAR_MILES = 25;
/** The job list with the same filter. */
export const NEAR_ADDRESS = `/jobs?sort=nearest&within=${NEAR_MILES}`;
/** The size of one page of the list: more are not counted. */
const COUNTED_MOST = 50;

/** The open jobs near a place, nearest first. */
export function jobsNearQuery(place_id: number) {
  const around = { place_id, within_miles: NEAR_MILES, sort: 'nearest' } as const;
  return api.job.list.queryOptions({ input: { ...around, limit: COUNTED_MOST } });
}

export type Found = { items: readonly JobCard[]; next_cursor: string | null };

/** The jobs of other members among those found; nobody can claim their own. */
export function jobsOfOthers(found: Found | undefined): MemberJob[] {
  return (found?.items ?? []).filter((job) => job.view === 'member').filter((job) => !job.is_mine);
}

/** 'You’re ready: 3 jobs near you'; without jobs, or while they load, 'You’re ready'. [O2] */
export function readyTitle(found: Found | undefined): string {
  const count = jobsOfOthers(found).length;
  if (count === 0) return 'You’re ready';
  const jobs = found?.next_cursor ? `${count}+ jobs` : counted(count, 'job');
  return `You’re ready: ${jobs} near you`;
}
