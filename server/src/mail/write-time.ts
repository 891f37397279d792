import { knownTimeZone } from '@kindpal/contract/time/zone';

const DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
const STYLES = {
  time: { ...DAY, ...TIME },
  fullTime: { ...DAY, year: 'numeric', ...TIME },
  fullDay: { ...DAY, year: 'numeric' },
} as const;

/** Creating a format takes two milliseconds, and a page of notifications formats forty times. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** More zones than a community's members live in, but fewer than can be spelled. */
const MOST_FORMATS = 100;

/** The spaces in 'Nov 28' and '9:00 AM EST': a line never breaks there. */
const INNER_SPACE = /(?<=[A-Z][a-z]{2})\s(?=\d)|\s(?=[AP]M)|(?<=[AP]M)\s/g;

/** Writes in the reader's time zone, or in UTC if none is known. */
function write(style: keyof typeof STYLES, at: Date, zone: string | null): string {
  const timeZone = knownTimeZone(zone) ?? 'UTC';
  const key = `${style} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { ...STYLES[style], timeZone });
    if (formats.size >= MOST_FORMATS) formats.clear();
    formats.set(key, format);
  }
  return format.format(at).replace(INNER_SPACE, '\u00a0');
}

/** 'Sat, Nov 28, 9:00 AM EST', in the reader's time zone. */
export const writeTime = (at: Date, timeZone: string | null) => write('time', at, timeZone);

/** 'Fri, Jun 26, 2026, 10:00 AM EDT', in the reader's time zone. */
export const writeFullTime = (at: Date, timeZone: string | null) => write('fullTime', at, timeZone);

/** 'Fri, Jun 26, 2026', the day in the reader's time zone. */
export const writeFullDay = (at: Date, timeZone: string | null) => write('fullDay', at, timeZone);
