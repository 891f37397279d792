/** Half of the members, as a regular expression over their ids for JavaScript and PostgreSQL. */
const HALF = '[89a-f]$';

/**
 * The queue in which a member's calendar waits to be read. There are two: calendars whose hosts
 * never answer leave half of the workers to push messages.
 */
export const turnOfCalendar = (memberId: string): string =>
  new RegExp(HALF).test(memberId) ? 'calendars 2' : 'calendars 1';

/** The same in SQL, for a member's id. */
export const turnOfCalendarIn = (memberId: string): string =>
  `CASE WHEN ${memberId}::text ~ '${HALF}' THEN 'calendars 2' ELSE 'calendars 1' END`;
