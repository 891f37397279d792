import type { newsletter } from '@kindpal/contract/newsletter/contract';
import { sql } from 'drizzle-orm';
import type { OpenCall } from '../access/call.ts';
import { newsletterSubscriptions } from '../db/schema/newsletter.ts';
import { openLink } from '../mail/mailed-link.ts';
import { refusal } from '../transport/refusal.ts';
import { CONFIRMS_SUBSCRIPTION, confirmedBy } from './policy.ts';

/**
 * Confirms an address with the emailed link; a second click is fine. Throws LINK_EXPIRED after
 * seven days, and for a link from before its reader unsubscribed. [P6]
 */
export async function confirmNewsletter({
  input,
  context,
}: OpenCall<typeof newsletter.confirm>): Promise<Record<string, never>> {
  const { services } = context;
  const link = openLink(services, { purpose: CONFIRMS_SUBSCRIPTION, token: input.token });
  const { id, confirmed_at, unsubscribed_at } = newsletterSubscriptions;
  const now = services.clock.now().toISOString();
  const confirmed = await services.db.drizzle
    .update(newsletterSubscriptions)
    .set({
      confirmed_at: sql`CASE WHEN ${unsubscribed_at} IS NULL THEN coalesce(${confirmed_at}, ${now})
        ELSE ${now} END`,
      unsubscribed_at: null,
    })
    .where(confirmedBy(link))
    .returning({ id });
  if (confirmed.length === 0) throw refusal('LINK_EXPIRED');
  return {};
}
