import { z } from 'zod';
import { threadCardSchema } from '../chat/schema.ts';
import { dateIn } from '../time/date-in.ts';
import type { JobPhase, JobSide } from './my-jobs.ts';
import { jobSideSchema, myJobSchema } from './my-jobs.ts';
import { START_EARLY_MS } from './rules.ts';

/** What a job needs from its owner or sitter now, most urgent first. */
export const agendaAskSchema = z.enum(['confirm', 'start', 'finish', 'not_started', 'say_hello']);
export type AgendaAsk = z.infer<typeof agendaAskSchema>;

/** The dashboard section of a job; `waiting` means that it is the other side's turn. */
export const agendaSectionSchema = z.enum(['needs_you', 'today', 'coming_up', 'waiting']);
export type AgendaSection = z.infer<typeof agendaSectionSchema>;

/** A claimed job, as the dashboard shows it to its owner or to its sitter. [D1] [D3] */
export const agendaItemSchema = myJobSchema.extend({
  as: jobSideSchema,
  section: agendaSectionSchema,
  ask: agendaAskSchema.nullable(),
});
export type AgendaItem = z.infer<typeof agendaItemSchema>;

/** Everything on the dashboard that depends on the time, in one answer. */
export const agendaSchema = z.object({
  /** The `needs_you` section first, most urgent first; the rest soonest first. */
  items: z.array(agendaItemSchema),
  /** The caller's latest ended claims, with how they ended. */
  ended: z.array(myJobSchema),
  /** The latest threads with unread messages. */
  unread: z.array(threadCardSchema),
});
export type Agenda = z.infer<typeof agendaSchema>;

/** How long after its start a job that nobody started needs attention. */
export const LATE_AFTER_MS = 15 * 60_000;

/** What decides the dashboard section of a job. Times are epoch milliseconds. */
export type AgendaFacts = {
  as: JobSide;
  phase: JobPhase;
  start: number;
  end: number;
  time_zone: string;
  /** Whether the viewer has written in the thread of its claim. */
  hasWritten: boolean;
};

/** What a job needs from its viewer at `now`; null if nothing. [J9] */
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

/** The dashboard section of a job; 'today' is in the job's own time zone. */
export function sectionOf(job: AgendaFacts, now: number): AgendaSection {
  if (askOf(job, now)) return 'needs_you';
  if (job.phase === 'to_confirm') return 'waiting';
  if (job.phase === 'in_progress') return 'today';
  const isToday =
    dateIn(job.time_zone, new Date(job.start)) <= dateIn(job.time_zone, new Date(now));
  return isToday ? 'today' : 'coming_up';
}
