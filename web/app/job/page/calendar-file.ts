import type { MemberJobDetail } from '../job-summary.ts';
import type { PlannedTime } from '../moves/job-action-texts.ts';

/** The content of a calendar entry. `address` is null for viewers who may not see it. */
export type CalendarEntry = PlannedTime & {
  id: string;
  title: string;
  /** The area, used instead of the address when that is not shown. */
  location: string | null;
  address: string | null;
  /** The address of the job's page. */
  url: string;
  /** The other person's name and instructions. */
  notes: string;
};

/** The maximum length of a line, in bytes without its line end. RFC 5545, 3.1 */
const LINE_BYTES = 75;

/** Text values escape backslash, semicolon, comma and line ends. RFC 5545, 3.3.11 */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** '20301231T235900Z' */
function utc(moment: string | Date): string {
  return new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '');
}

/**
 * Breaks a line before a character that would exceed the limit; each continuation starts with a
 * space.
 */
function fold(line: string): string {
  const bytes = new TextEncoder();
  let length = 0;
  let folded = '';
  for (const character of line) {
    const size = bytes.encode(character).length;
    if (length + size > LINE_BYTES) {
      folded += '\r\n ';
      length = 1;
    }
    folded += character;
    length += size;
  }
  return folded;
}

/** A job as an iCalendar file: one event, in UTC, with the address only if it is given. */
export function calendarFile(entry: CalendarEntry, now: Date): string {
  const { id, title, location, address, url, notes, start_date, end_date } = entry;
  const place = address ?? location;
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kindpal//Jobs//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@${new URL(url).hostname}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(start_date)}`,
    `DTEND:${utc(end_date)}`,
    `SUMMARY:${escapeText(title)}`,
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    `DESCRIPTION:${escapeText(`${notes}\n${url}`)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
}

/**
 * Offers a job as a file for the device's calendar; with the address only if the server sent it.
 * [J4]
 */
export function addToCalendar(job: MemberJobDetail): void {
  const other = job.is_mine ? job.claim?.sitter.full_name : job.owner.full_name;
  const url = `${window.location.origin}/jobs/${job.id}`;
  const notes = other ? `${job.pet_details.name}, with ${other}` : job.pet_details.name;
  const file = calendarFile({ ...job, url, notes }, new Date());
  const address = URL.createObjectURL(new Blob([file], { type: 'text/calendar;charset=utf-8' }));
  Object.assign(document.createElement('a'), {
    href: address,
    download: 'kindpal-job.ics',
  }).click();
  // The browser reads the URL after the click, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
