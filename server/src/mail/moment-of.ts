import { knownTimeZone } from '@kindpal/contract/time/zone';

const form = (timeZone: string | null, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', {
    ...{ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
    ...options,
    timeZone: knownTimeZone(timeZone) ?? 'UTC',
  });

/** A time in the reader's zone, or in UTC if none is known: 'Fri, Jun 26, 2026, 10:00 AM EDT'. */
export function momentOf(at: Date, timeZone: string | null): string {
  return form(timeZone, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
    .format(at)
    .replaceAll('\u202f', ' ');
}

/** The day of a time in the reader's time zone: 'Fri, Jun 26, 2026'. */
export function dayOf(at: Date, timeZone: string | null): string {
  return form(timeZone, {}).format(at);
}
