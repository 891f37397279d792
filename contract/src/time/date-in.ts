import { knownTimeZone } from './zone.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The date in a time zone, yyyy-MM-dd; in UTC if the zone is unknown. */
export function dateIn(timeZone: string | null, moment: Date): string {
  const zone = knownTimeZone(timeZone) ?? 'UTC';
  const parts = new Map(
    formatFor(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}
