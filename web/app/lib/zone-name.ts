import { isTimeZone } from '@kindpal/contract/time/zone';
import { dateFormat } from './format.ts';

/** 'Eastern Time', the common name of an IANA zone; the IANA name if there is none. */
export function zoneName(timeZone: string): string {
  if (!isTimeZone(timeZone)) return timeZone;
  const name = nameOf(timeZone, 'longGeneric') ?? timeZone;
  // A zone without a place only has an offset; 'UTC' and 'GMT-5' are the usual names.
  return /^GMT[+-]/.test(name) ? (nameOf(timeZone, 'short') ?? name) : name;
}

function nameOf(timeZone: string, timeZoneName: 'longGeneric' | 'short'): string | undefined {
  const parts = dateFormat({ timeZone, timeZoneName }).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value;
}
