import type { PlannedTime } from './job-action-texts.ts';

/** What a calendar is told of a job. `address` is null for those who may not see it. */
export type CalendarEntry = PlannedTime & {
  id: string;
  title: string;
  /** The area; stands for the address where that is not told. */
  location: string | null;
  address: string | null;
  /** Where the job's page is. */
  url: string;
  /** Who the other person is, and what there is to know. */
  notes: string;
};

/** The longest line of a file, in bytes without its end. RFC 5545, 3.1 */
const LINE_BYTES = 75;

/** Text values escape backslash, semicolon, comma and line ends. RFC 5545, 3.3.11 */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** '20301231T235900Z' */
function utc(moment: string | Date): string {
  return new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Breaks a line before a character that would pass its limit; what follows begins with a space. */
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

/** A job as a file that calendars read: one event, in UTC, without the address unless it is given. */
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
