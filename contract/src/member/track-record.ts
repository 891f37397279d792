import type { Reliability } from './reliability.ts';

/** Jobs are counted up to this many; beyond that, 'N or more'. */
export const JOBS_DONE_MAX = 100;
/** With fewer jobs than this, how they ended is not shown. */
export const RELIABILITY_FROM = 3;
/** The longest note of a member on how their jobs ended. */
export const RECORD_NOTE_MAX = 200;

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

/** 'Finished 14 jobs, cancelled 1 with 9 days’ notice', in the same words for both sides. */
export function reliabilityText(facts: Reliability): string {
  const { finished, cancelled, shortest_notice_days: days, no_shows } = facts;
  const done = `Finished ${finished} ${finished === 1 ? 'job' : 'jobs'}`;
  const parts = [
    done,
    cancelled === 0 ? 'canceled none' : `canceled ${cancelled}${notice(cancelled, days)}`,
  ];
  if (no_shows > 0) parts.push(`didn’t show up ${times(no_shows)}`);
  return parts.join(', ');
}

function notice(count: number, days: number | null): string {
  if (days === null) return '';
  const least = count > 1 ? ' with at least' : ' with';
  if (days < 1) return `${count > 1 ? ', the latest' : ''} on less than a day’s notice`;
  return `${least} ${days} ${days === 1 ? 'day’s' : 'days’'} notice`;
}
