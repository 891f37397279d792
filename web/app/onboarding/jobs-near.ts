import type { JobCard, MemberJob } from '@kindpal/contract/job/schema';
import { api } from '~/lib/api.ts';
import { counted } from '~/lib/counted.ts';

/** What the way home carries for somebody who has just done the first steps. */
export const READY_TO_SIT = { readyToSit: true } as const;

/** Whether a way home comes from there. */
export function isReadyToSit(state: unknown): boolean {
  return (state as Partial<typeof READY_TO_SIT> | null)?.readyToSit === true;
}

/** As many as one page of the list holds: more are not counted. */
const COUNTED_MOST = 50;

const townOf = (area: string) => area.split(',')[0]?.trim() ?? area;

/** The open jobs that name an area's town; `jobsIn` keeps those that are there. */
export function jobsNearQuery(area: string) {
  return api.job.list.queryOptions({ input: { search: townOf(area), limit: COUNTED_MOST } });
}

/** The same on the list of jobs. */
export const nearAddress = (area: string) =>
  `/jobs?${new URLSearchParams({ search: townOf(area) })}`;

export type Found = { items: readonly JobCard[]; next_cursor: string | null };

/** The jobs of others in an area, among those found; nobody claims their own. */
export function jobsIn(area: string, found: Found | undefined): MemberJob[] {
  return (found?.items ?? [])
    .filter((job) => job.view === 'member')
    .filter((job) => job.location === area && !job.is_mine);
}

/** 'You’re ready: 3 jobs near you'; without one, or while they are being counted, 'You’re ready'. [O2] */
export function readyTitle(area: string, found: Found | undefined): string {
  const count = jobsIn(area, found).length;
  if (count === 0) return 'You’re ready';
  const jobs = found?.next_cursor ? `${count}+ jobs` : counted(count, 'job');
  return `You’re ready: ${jobs} near you`;
}
