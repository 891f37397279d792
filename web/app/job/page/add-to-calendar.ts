import type { MemberJobDetail } from '../job-summary.ts';
import { calendarFile } from './calendar-file.ts';

/**
 * Offers a job as a file for the device's calendar; with the address only if the server sent it.
 * [J4]
 */
export function addToCalendar(job: MemberJobDetail): void {
  const other = job.is_mine ? job.claim?.sitter.full_name : job.owner.full_name;
  const url = `${window.location.origin}/jobs/${job.id}`;
  const notes = other ? `${job.pet_details.name}, with ${other}` : job.pet_details.name;
  const file = calendarFile({ ...job, url, notes }, new Date());
  const address = URL.createObjectURL(new Blob([file], { type: 'text/calendar;charset=utf-8' }));
  Object.assign(document.createElement('a'), {
    href: address,
    download: 'kindpal-job.ics',
  }).click();
  // The browser reads the URL after the click, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
