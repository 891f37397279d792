import type { newsletter } from '@kindpal/contract/newsletter/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { OpenCall } from '../access/call.ts';
import { newsletterSubscriptions } from '../db/schema/newsletter.ts';
import { openLink } from '../mail/mailed-link.ts';
import type { Services } from '../services.ts';
import { UNSUBSCRIBES } from './policy.ts';

/** Unsubscribes the address that the link was mailed to; a second click is fine. [P6] */
export async function unsubscribeNewsletter({
  input,
  context,
}: OpenCall<typeof newsletter.unsubscribe>): Promise<Record<string, never>> {
  await unsubscribeByToken(context.services, input.token);
  return {};
}

/**
 * The same for any caller with the link, which never expires; throws LINK_EXPIRED for a wrong
 * one.
 */
export async function unsubscribeByToken(services: Services, token: string): Promise<void> {
  const link = openLink(services, {
    purpose: UNSUBSCRIBES,
    token,
    maxAgeMs: Number.POSITIVE_INFINITY,
  });
  const { id, unsubscribed_at } = newsletterSubscriptions;
  await services.db.drizzle
    .update(newsletterSubscriptions)
    .set({ unsubscribed_at: services.clock.now() })
    .where(and(eq(id, link.id), isNull(unsubscribed_at)));
}
