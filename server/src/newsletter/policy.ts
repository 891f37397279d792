import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { newsletterSubscriptions } from '../db/schema/newsletter.ts';

/*
 * Anybody may subscribe any address to the newsletter; nobody learns whether it was known. Only the
 * mailbox itself can confirm, with a link valid for seven days, and unsubscribe, with a link that
 * never expires. A confirmation link from before unsubscribing does not subscribe again. Staff see
 * the list, which is logged.
 */

/** The purposes for which the mailed links are encrypted: one can't be used as the other. */
export const CONFIRMS_SUBSCRIPTION = 'newsletter confirm';
export const UNSUBSCRIBES = 'newsletter unsubscribe';

/** The subscription that a link may confirm: not one that was ended since. [P6] */
export function confirmedBy(link: { id: string; issuedAt: Date }): SQL | undefined {
  const { id, unsubscribed_at } = newsletterSubscriptions;
  return and(eq(id, link.id), or(isNull(unsubscribed_at), lt(unsubscribed_at, link.issuedAt)));
}

/** The condition under which an address is subscribed to the newsletter. [P6] */
export const READS_IT = sql`(newsletter_subscriptions.confirmed_at IS NOT NULL
  AND newsletter_subscriptions.unsubscribed_at IS NULL)`;
