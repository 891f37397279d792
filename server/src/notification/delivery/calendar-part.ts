import { definitionOf } from '@kindpal/contract/notification/catalog';
import type { Env } from '../../env.ts';
import { quote } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { OutgoingRow } from './outgoing-rows.ts';

/** The data for an email's calendar part. */
export type CalendarRow = Pick<
  OutgoingRow,
  | 'type'
  | 'email'
  | 'created_at'
  | 'job_id'
  | 'job_title'
  | 'job_created_at'
  | 'start_date'
  | 'end_date'
  | 'claim_start_date'
  | 'claim_end_date'
  | 'area'
  | 'is_in_calendar'
>;

/**
 * A tenth of a second: two changes of a job never get the same number, and it stays below 31
 * bits.
 */
const SEQUENCE_MS = 100;

/**
 * The calendar part of a notification's email (RFC 5546): the job's current state, or its
 * cancellation if an earlier email added it. Title, time and area, without links; never
 * an address.
 */
export async function calendarPartOf(
  env: Pick<Env, 'appName' | 'appUrl' | 'mailFrom'>,
  row: CalendarRow,
): Promise<Mail['calendar'] | null> {
  const { calendar } = definitionOf(row.type);
  if (calendar === 'none' || (calendar === 'leaves' && !row.is_in_calendar)) return null;
  const isOver = calendar === 'leaves';
  // A former sitter gets the times that they agreed to, not the current ones.
  const [start, end] = isOver
    ? [row.claim_start_date, row.claim_end_date]
    : [row.start_date, row.end_date];
  if (!start || !end) return null;
  const {
    default: ical,
    ICalAttendeeStatus,
    ICalCalendarMethod,
    ICalEventStatus,
  } = await import('ical-generator');
  const method = isOver ? 'CANCEL' : 'REQUEST';
  const file = ical({
    method: ICalCalendarMethod[method],
    prodId: { company: env.appName, product: 'Jobs', language: 'EN' },
  });
  file.createEvent({
    // The same id as in the feed and the job page's calendar file, so that a calendar with all of
    // them shows one event.
    id: `${row.job_id}@${new URL(env.appUrl).hostname}`,
    sequence: sequenceOf(row),
    stamp: new Date(row.created_at),
    start: new Date(start),
    end: new Date(end),
    summary: quote(row.job_title ?? ''),
    ...(row.area && !isOver && { location: quote(row.area) }),
    url: `${env.appUrl}/jobs/${row.job_id}`,
    status: isOver ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: env.appName, email: senderOf(env) },
    attendees: [{ email: row.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
  });
  return { method, content: file.toString() };
}

/** Later changes of a job have a higher number. */
function sequenceOf({ created_at, job_created_at }: CalendarRow): number {
  const age = Date.parse(created_at) - Date.parse(job_created_at ?? created_at);
  return Math.max(0, Math.floor(age / SEQUENCE_MS));
}

const senderOf = ({ mailFrom }: Pick<Env, 'mailFrom'>) =>
  /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom;
