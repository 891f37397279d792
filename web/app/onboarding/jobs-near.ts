import type { JobCard, MemberJob } from '@kindpal/contract/job/schema';
import { api } from '~/lib/api.ts';
import { counted } from '~/lib/counted.ts';

/** What the way home carries for somebody who has just done the first steps. */
export const READY_TO_SIT = { readyToSit: true } as const;

/** Whether a way home comes from there. */
export function isReadyToSit(state: unknown): boolean {
  return (state as Partial<typeof READY_TO_SIT> | null)?.readyToSit === true;
}

/** What counts as near: one of the distances of the list of jobs, in miles. */
export const NEAR_MILES = 25;
/** The list of jobs, narrowed down the same way. */
export const NEAR_ADDRESS = `/jobs?sort=nearest&within=${NEAR_MILES}`;
/** As many as one page of the list holds: more are not counted. */
const COUNTED_MOST = 50;

/** The open jobs around a place, the nearest first. */
export function jobsNearQuery(place_id: number) {
  const around = { place_id, within_miles: NEAR_MILES, sort: 'nearest' } as const;
  return api.job.list.queryOptions({ input: { ...around, limit: COUNTED_MOST } });
}

export type Found = { items: readonly JobCard[]; next_cursor: string | null };

/** The jobs of others among those found; nobody claims their own. */
export function jobsOfOthers(found: Found | undefined): MemberJob[] {
  return (found?.items ?? []).filter((job) => job.view === 'member').filter((job) => !job.is_mine);
}

/** 'You’re ready: 3 jobs near you'; without one, or while they are being counted, 'You’re ready'. [O2] */
export function readyTitle(found: Found | undefined): string {
  const count = jobsOfOthers(found).length;
  if (count === 0) return 'You’re ready';
  const jobs = found?.next_cursor ? `${count}+ jobs` : counted(count, 'job');
  return `You’re ready: ${jobs} near you`;
}
