import { counted } from '~/lib/counted.ts';
import { dateFormat, keepTogether } from '~/lib/format.ts';

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };

type Period = { start_date: string; end_date: string; time_zone: string };
type Reading = { now: Date; viewerTimeZone: string };

/** Writes parts of a moment in a time zone; a weekday stays with its day. */
const writerIn =
  (timeZone: string) => (moment: string | Date, options: Intl.DateTimeFormatOptions) =>
    keepTogether(dateFormat({ ...options, timeZone }).format(new Date(moment))).replace(
      /^([A-Z][a-z]{2},) /,
      '$1\u00a0',
    );

/**
 * The period of a job in its own time zone, as short as possible: the year only if it differs, a
 * common day and its AM or PM once, the zone's name only for viewers in another zone. [J1] [J4]
 */
export function jobPeriod(job: Period, { now, viewerTimeZone }: Reading): string {
  const write = writerIn(job.time_zone);
  const year = (moment: string | Date) => write(moment, { year: 'numeric' });
  const isThisYear = year(job.start_date) === year(now) && year(job.end_date) === year(now);
  const day = (moment: string) => write(moment, isThisYear ? DAY : { ...DAY, year: 'numeric' });
  const time = (moment: string) => write(moment, TIME);

  const start = `${day(job.start_date)}, ${time(job.start_date)}`;
  const isOneDay = day(job.start_date) === day(job.end_date);
  const end = isOneDay ? time(job.end_date) : `${day(job.end_date)}, ${time(job.end_date)}`;
  const zone = viewerTimeZone === job.time_zone ? '' : `\u00a0${shortZone(job)}`;
  // Shows AM or PM only once if both are the same; an end on another day contains a comma.
  return `${start} – ${end}${zone}`.replace(/\u00a0([AP]M) – ([^,]*\1)/, '–$2');
}

/** The short form for a card: for a stay only its days, 'Dec 3–10'. [J1] */
export function jobDays(job: Period, reading: Reading): string {
  if (jobNights(job) === 0) return jobPeriod(job, reading);
  const write = writerIn(job.time_zone);
  const [start, end] = [job.start_date, job.end_date];
  const year = (moment: string | Date) => write(moment, { year: 'numeric' });
  const isOneMonth = write(start, { month: 'short' }) === write(end, { month: 'short' });
  const from = write(start, { month: 'short', day: 'numeric' });
  const isThisYear = year(start) === year(reading.now) && year(end) === year(reading.now);
  const ofYear = isThisYear ? '' : `, ${year(end)}`;
  if (year(start) !== year(end)) {
    return `${from}, ${year(start)} – ${write(end, { month: 'short', day: 'numeric' })}${ofYear}`;
  }
  if (isOneMonth) return `${from}–${write(end, { day: 'numeric' })}${ofYear}`;
  return `${from} – ${write(end, { month: 'short', day: 'numeric' })}${ofYear}`;
}

const HOUR = 3_600_000;
const DAY_MS = 24 * HOUR;
/** A job shorter than this that passes midnight is an evening, not a night. */
const NIGHT_HOURS = 8;

/** The nights of a job in its own time zone; 0 for a visit or an evening. [J1] */
export function jobNights({ start_date, end_date, time_zone }: Period): number {
  if (Date.parse(end_date) - Date.parse(start_date) < NIGHT_HOURS * HOUR) return 0;
  const day = dateFormat({ timeZone: time_zone });
  // Each day as midnight UTC, so that a clock change does not affect the difference.
  const midnight = (moment: string) => Date.parse(`${day.format(new Date(moment))} UTC`);
  return Math.round((midnight(end_date) - midnight(start_date)) / DAY_MS);
}

/** The length of a job in minutes. */
export function jobMinutes({ start_date, end_date }: Period): number {
  return (Date.parse(end_date) - Date.parse(start_date)) / 60_000;
}

/** The length of a job on one line: '7 nights', '2.5 hours' or '45 minutes'. [J1] */
export function jobLength(job: Period): string {
  return lengthOf(job).replace(' ', '\u00a0');
}

function lengthOf(job: Period): string {
  const nights = jobNights(job);
  if (nights > 0) return counted(nights, 'night');
  const minutes = jobMinutes(job);
  if (minutes < 60) return counted(Math.round(minutes), 'minute');
  return counted(Math.round(minutes / 30) / 2, 'hour');
}

function shortZone({ start_date, time_zone }: Period): string {
  const format = dateFormat({ timeZone: time_zone, timeZoneName: 'short' });
  const parts = format.formatToParts(new Date(start_date));
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? time_zone;
}
