import { sql } from 'drizzle-orm';

/*
 * Anybody may ask to wait, for any address; nobody is told whether it was known. Only the mailbox
 * itself confirms, with a link of seven days; from then on nobody else changes what is written.
 * Staff see who waits and send each who has confirmed one invite; both are logged.
 */

/** The purpose that the mailed link is sealed for. */
export const CONFIRMS = 'waitlist confirm';

/** The condition under which somebody waits for an invite. [P4] */
export const WAITS = sql`(waitlist_entries.confirmed_at IS NOT NULL
  AND waitlist_entries.invited_at IS NULL)`;
