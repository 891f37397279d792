import { knownTimeZone } from './zone.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The time in a time zone, HH:mm from 00:00 to 23:59; in UTC if the zone is unknown. */
export function timeIn(timeZone: string | null, moment: Date): string {
  const zone = knownTimeZone(timeZone) ?? 'UTC';
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  formats.set(zone, format);
  return format.format(moment);
}
