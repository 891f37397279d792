import { counted } from '~/lib/counted.ts';

const LOCALE = 'en-US';

/** '12,345'. */
export function countWords(count: number): string {
  return count.toLocaleString(LOCALE);
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** '1.2 MB': decimal units, with one decimal place for small values. */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1000 ** power;
  const digits = power > 0 && size < 100 ? 1 : 0;
  return `${size.toLocaleString(LOCALE, { maximumFractionDigits: digits })} ${UNITS[power]}`;
}

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** '3 days, 4 hours', from milliseconds: the two largest units. */
export function durationText(ms: number): string {
  let seconds = Math.floor(ms / 1000);
  const parts: string[] = [];
  for (const [unit, size] of STEPS) {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    if (count > 0) parts.push(counted(count, unit));
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.length > 0 ? parts.join(', ') : 'less than a minute';
}
