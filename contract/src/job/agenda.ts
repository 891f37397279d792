import { z } from 'zod';
import { threadCardSchema } from '../chat/schema.ts';
import { dateIn } from '../time/date-in.ts';
import type { JobPhase, JobSide } from './my-jobs.ts';
import { jobSideSchema, myJobSchema } from './my-jobs.ts';
import { START_EARLY_MS } from './rules.ts';

/** What a job asks of its owner or sitter now, the most urgent first. */
export const agendaAskSchema = z.enum(['confirm', 'start', 'finish', 'not_started', 'say_hello']);
export type AgendaAsk = z.infer<typeof agendaAskSchema>;

/** Where home shows a job; `waiting` is the other side's turn. */
export const agendaSectionSchema = z.enum(['needs_you', 'today', 'coming_up', 'waiting']);
export type AgendaSection = z.infer<typeof agendaSectionSchema>;

/** A job that somebody holds, as home shows it to its owner or to its sitter. [D1] [D3] */
export const agendaItemSchema = myJobSchema.extend({
  as: jobSideSchema,
  section: agendaSectionSchema,
  ask: agendaAskSchema.nullable(),
});
export type AgendaItem = z.infer<typeof agendaItemSchema>;

/** Everything on home that changes with the hour, in one answer. */
export const agendaSchema = z.object({
  /** The section that needs somebody first, its most urgent entry first; else soonest first. */
  items: z.array(agendaItemSchema),
  /** The latest claims of the caller that ended, for a word about how. */
  ended: z.array(myJobSchema),
  /** The latest threads with something unread. */
  unread: z.array(threadCardSchema),
});
export type Agenda = z.infer<typeof agendaSchema>;

/** After this long past its start, a job that nobody started is worth a question. */
export const LATE_AFTER_MS = 15 * 60_000;

/** What decides where home shows a job. Times are epoch milliseconds. */
export type AgendaFacts = {
  as: JobSide;
  phase: JobPhase;
  start: number;
  end: number;
  time_zone: string;
  /** Whether the reader wrote in the thread of its claim. */
  hasWritten: boolean;
};

/** What a job asks of its reader at `now`; null where it is not their turn. [J9] */
export function askOf(job: AgendaFacts, now: number): AgendaAsk | null {
  const isOwner = job.as === 'owner';
  switch (job.phase) {
    case 'to_confirm':
      return isOwner ? 'confirm' : null;
    case 'in_progress':
      return !isOwner && now >= job.end ? 'finish' : null;
    case 'upcoming':
      if (!isOwner) return now >= job.start - START_EARLY_MS ? 'start' : null;
      if (now >= job.start + LATE_AFTER_MS) return 'not_started';
      return job.hasWritten ? null : 'say_hello';
    default:
      return null;
  }
}

/** The section of home that shows a job; today is the day on the job's own clock. */
export function sectionOf(job: AgendaFacts, now: number): AgendaSection {
  if (askOf(job, now)) return 'needs_you';
  if (job.phase === 'to_confirm') return 'waiting';
  if (job.phase === 'in_progress') return 'today';
  const isToday =
    dateIn(job.time_zone, new Date(job.start)) <= dateIn(job.time_zone, new Date(now));
  return isToday ? 'today' : 'coming_up';
}
