import { isTimeZone } from '@kindpal/contract/time/zone';
import { dateFormat } from './format.ts';

/** 'Eastern Time', as people call the zone of an IANA name; the name itself where there is no other. */
export function zoneName(timeZone: string): string {
  if (!isTimeZone(timeZone)) return timeZone;
  const name = nameOf(timeZone, 'longGeneric') ?? timeZone;
  // A zone of no place is called by its offset alone; 'UTC' and 'GMT-5' are how people write that.
  return /^GMT[+-]/.test(name) ? (nameOf(timeZone, 'short') ?? name) : name;
}

function nameOf(timeZone: string, timeZoneName: 'longGeneric' | 'short'): string | undefined {
  const parts = dateFormat({ timeZone, timeZoneName }).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value;
}
