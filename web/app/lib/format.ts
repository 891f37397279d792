import { useCallback } from 'react';
import { useConfig } from './config.ts';

const LOCALE = 'en-US';

/**
 * Separates facts in one line. A line may end with the dot but not begin with it, except after an
 * `inline-block`, where browsers break a line in spite of the space.
 */
export const DOT = '\u00a0· ';

/** Caches formats: creating one takes a phone about a millisecond, and a list needs many. */
function keepFormats<Options extends object, Format>(make: (options: Options) => Format) {
  const kept = new Map<string, Format>();
  return (options: Options): Format => {
    const key = JSON.stringify(options);
    const format = kept.get(key) ?? make(options);
    kept.set(key, format);
    return format;
  };
}

/** Formats dates and times in the product's style. */
export const dateFormat = keepFormats(
  (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALE, options),
);
const numberFormat = keepFormats(
  (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(LOCALE, options),
);
const relativeFormat = keepFormats(
  (options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(LOCALE, options),
);

/** '$45', '$45.50' or '$0'; without a currency the bare number. */
export function formatSum(amount: number, currency: string | undefined): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  const money = currency ? ({ style: 'currency', currency } as const) : {};
  return numberFormat({
    ...money,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** A job's pay: formatted as a sum, but 0 is 'A favor'. */
export function formatMoney(amount: number, currency: string | undefined): string {
  return amount === 0 ? 'A favor' : formatSum(amount, currency);
}

/** Formats amounts in the instance's currency. */
export function useMoney(): (amount: number) => string {
  const currency = useConfig()?.currency;
  return useCallback((amount: number) => formatMoney(amount, currency), [currency]);
}

type When = string | number | Date;

/** Keeps a month and its day, and an hour and its AM, on one line: 'Nov\u00a022, 9:00\u00a0AM'. */
export function keepTogether(text: string): string {
  return text.replace(/(?<=[A-Z][a-z]{2}) (?=\d)|(?<=\d)\s(?=[AP]M)/g, '\u00a0');
}

function write(when: When, options: Intl.DateTimeFormatOptions): string {
  return keepTogether(dateFormat(options).format(new Date(when)));
}

/** A day with its weekday, and with its year if that is not the current one. */
function dayOf(when: When, timeZone?: string): Intl.DateTimeFormatOptions {
  const day = { month: 'short', day: 'numeric', timeZone } as const;
  const year = { year: 'numeric', timeZone } as const;
  const isOther = write(when, year) !== write(Date.now(), year);
  return { weekday: 'short', ...day, ...(isOther && year) };
}

/**
 * 'Sat, Nov 22', or 'Sat, Nov 22, 2025' for another year, in `timeZone` (default: the viewer's).
 */
export function formatDate(when: When, timeZone?: string): string {
  return write(when, dayOf(when, timeZone));
}

/** 'Nov 22, 2025', short enough for a date column. */
export function formatDay(when: When): string {
  return write(when, { month: 'short', day: 'numeric', year: 'numeric' });
}

/** '9:00 AM'. */
export function formatTime(when: When, timeZone?: string): string {
  return write(when, { hour: 'numeric', minute: '2-digit', timeZone });
}

/**
 * 'Sat, Nov 22, 9:00 AM', with the year if it is another one, and with the zone's name if it is not
 * the viewer's own.
 */
export function formatDateTime(when: When, timeZone?: string): string {
  const away = timeZone !== undefined && timeZone !== viewerTimeZone();
  return write(when, {
    ...dayOf(when, timeZone),
    hour: 'numeric',
    minute: '2-digit',
    ...(away ? { timeZoneName: 'short' } : {}),
  });
}

/** 'Week of Nov 17', from a Monday as yyyy-MM-dd. */
export function formatWeek(monday: string): string {
  return `Week of ${write(`${monday}T00:00:00Z`, { month: 'short', day: 'numeric', timeZone: 'UTC' })}`;
}

const STEPS: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** '3 hours ago', 'in 2 days', 'just now'. Both times in any form that Date accepts. */
export function formatRelative(when: When, now: When = Date.now()): string {
  return relative(when, now, 'long');
}

/** '3h ago', 'yesterday', 'just now': for narrow lists, where a name needs the room. */
export function formatRelativeShort(when: When, now: When = Date.now()): string {
  return relative(when, now, 'narrow');
}

function relative(when: When, now: When, style: Intl.RelativeTimeFormatStyle): string {
  const seconds = (new Date(when).getTime() - new Date(now).getTime()) / 1000;
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  if (!step) return 'just now';
  const [unit, size] = step;
  // '1w ago': the short word for last week would be 'last wk.'.
  const numeric = style === 'narrow' && unit !== 'day' ? 'always' : 'auto';
  const text = relativeFormat({ numeric, style }).format(Math.trunc(seconds / size), unit);
  return text.replace(/(?<=\d) /, '\u00a0');
}

let zone = { name: '', offset: Number.NaN };

/** The viewer's own IANA time zone, looked up again when their clock's offset changes. */
export function viewerTimeZone(): string {
  const offset = new Date().getTimezoneOffset();
  if (zone.offset !== offset) {
    zone = { name: new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC', offset };
  }
  return zone.name;
}
