import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { newsletterSubscriptions } from '../db/schema/newsletter.ts';

/*
 * Anybody may ask for the newsletter, for any address; nobody is told whether it was known. Only
 * the mailbox itself confirms, with a link of seven days, and ends it, with a link for ever. A
 * confirming link from before somebody unsubscribed does not bring them back. Staff see the list,
 * which is logged.
 */

/** The purposes that the mailed links are encrypted for: one is never good for the other. */
export const CONFIRMS = 'newsletter confirm';
export const UNSUBSCRIBES = 'newsletter unsubscribe';

/** The subscription that a confirming link may confirm: not one that was ended since. [P6] */
export function confirmedBy(link: { id: string; issuedAt: Date }): SQL | undefined {
  const { id, unsubscribed_at } = newsletterSubscriptions;
  return and(eq(id, link.id), or(isNull(unsubscribed_at), lt(unsubscribed_at, link.issuedAt)));
}

/** The condition under which an address reads the newsletter. [P6] */
export const READS_IT = sql`(newsletter_subscriptions.confirmed_at IS NOT NULL
  AND newsletter_subscriptions.unsubscribed_at IS NULL)`;
