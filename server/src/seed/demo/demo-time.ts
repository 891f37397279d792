/** The time zone of the demo community. */
export const TIME_ZONE = 'America/New_York';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** The time when local clocks show `hour` (7.5 is half past seven), some days from now. */
export function atHour(now: Date, days: number, hour: number): Date {
  const local = new Date(asThoughUtc(new Date(now.getTime() + days * DAY)));
  const wanted =
    Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()) + hour * HOUR;
  return new Date(wanted - (asThoughUtc(new Date(wanted)) - wanted));
}

/** The local time there, as though it were UTC. */
function asThoughUtc(moment: Date): number {
  const shown = Object.fromEntries(
    parts.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
