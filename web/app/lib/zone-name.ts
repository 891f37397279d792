import { isTimeZone } from '@kindpal/contract/time/zone';
import { dateFormat } from './format.ts';

/** 'Eastern Time', as people call the zone of an IANA name; the name itself where there is no other. */
export function zoneName(timeZone: string): string {
  if (!isTimeZone(timeZone)) return timeZone;
  const parts = dateFormat({ timeZone, timeZoneName: 'longGeneric' }).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
