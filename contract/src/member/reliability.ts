import { z } from 'zod';

/** Below so many jobs nothing is said of how they ended. */
export const RELIABILITY_FROM = 3;
export const RECORD_NOTE_MAX = 200;

export const reliabilitySideSchema = z.enum(['sitter', 'owner']);

/** How the jobs of a member ended on one side, counted in the database from the claims. */
export const reliabilitySchema = z.object({
  side: reliabilitySideSchema,
  finished: z.int(),
  /** Claimed jobs that this member called off. */
  cancelled: z.int(),
  /** The shortest time before a start at which they did, in whole days; null for none. */
  shortest_notice_days: z.int().nullable(),
  /** Jobs of a sitter that an owner reported as a no-show; always 0 for owners. */
  no_shows: z.int(),
});
export type Reliability = z.infer<typeof reliabilitySchema>;

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
