/**
 * The form stores a local time without a zone ('2026-03-08T09:30'); the server needs a moment.
 * These functions convert between the two in a given zone, including across clock changes.
 */
const MINUTE = 60_000;
const DAY = 86_400_000;
const WALL_CLOCK = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}

/** The local time of a zone at a moment, as if it were UTC (epoch ms, whole minutes). */
function wallAt(moment: number, timeZone: string): number {
  const parts = new Map(
    formatFor(timeZone)
      .formatToParts(moment)
      .map((part) => [part.type, Number(part.value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
}

function offsetAt(moment: number, timeZone: string): number {
  return wallAt(moment, timeZone) - Math.floor(moment / MINUTE) * MINUTE;
}

/**
 * A local time parsed as UTC (epoch ms), or null if it is invalid (an empty field, February 31).
 */
export function readWallClock(text: string): number | null {
  const match = WALL_CLOCK.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number);
  const value = Date.UTC(year, month - 1, day, hour, minute);
  return writeWallClock(value) === text.slice(0, 16) ? value : null;
}

/** Formats epoch ms as a local time in UTC, 'yyyy-MM-ddTHH:mm'. */
export function writeWallClock(value: number): string {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString().slice(0, 16);
}

function writeOffset(offset: number): string {
  const minutes = Math.abs(Math.round(offset / MINUTE));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * '2026-07-01T09:30' in a zone → '2026-07-01T09:30:00-04:00', or null if it is invalid. If an hour
 * occurs twice, the first is used; a skipped hour moves forward by the skipped time.
 */
export function wallClockToIso(text: string, timeZone: string): string | null {
  const wall = readWallClock(text);
  if (wall === null) return null;
  const before = offsetAt(wall - DAY, timeZone);
  const after = offsetAt(wall + DAY, timeZone);
  const moments = [wall - before, wall - after]
    .filter((moment) => wallAt(moment, timeZone) === wall)
    .sort((a, b) => a - b);
  const moment = moments[0] ?? wall - before;
  const offset = offsetAt(moment, timeZone);
  return `${writeWallClock(moment + offset)}:00${writeOffset(offset)}`;
}

/** The local time of a zone at a moment, as the form stores it. */
export function momentToWallClock(moment: Date, timeZone: string): string {
  return writeWallClock(wallAt(moment.getTime(), timeZone));
}
