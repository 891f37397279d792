import { sql } from 'drizzle-orm';

/*
 * Anybody may ask for the newsletter, for any address; nobody is told whether it was known. Only
 * the mailbox itself confirms, with a link of seven days, and ends it, with a link for ever. A
 * confirming link from before somebody unsubscribed does not bring them back. Staff see the list,
 * which is logged.
 */

/** The purposes that the mailed links are encrypted for: one is never good for the other. */
export const CONFIRMS = 'newsletter confirm';
export const UNSUBSCRIBES = 'newsletter unsubscribe';

/** The condition under which an address reads the newsletter. [P6] */
export const READS_IT = sql`(newsletter_subscriptions.confirmed_at IS NOT NULL
  AND newsletter_subscriptions.unsubscribed_at IS NULL)`;
