import type { newsletter } from '@kindpal/contract/newsletter/contract';
import { and, eq, isNull, not, sql } from 'drizzle-orm';
import type { OpenCall } from '../access/call.ts';
import { newsletterSubscriptions } from '../db/schema/newsletter.ts';
import { askedAt } from '../mail/asked-at.ts';
import { canMailTo } from '../mail/can-mail-to.ts';
import { makeLinkToken } from '../mail/mailed-link.ts';
import { confirmNewsletterMail } from '../mail/mails/confirm-newsletter.ts';
import type { Services } from '../services.ts';
import { CONFIRMS_SUBSCRIPTION, READS_IT, UNSUBSCRIBES } from './policy.ts';

/**
 * Stores an address and asks its mailbox to confirm. The answer is the same for an address that
 * is new, is subscribed already, got too many emails, or came from a bot that fills in every
 * field. Throws INVALID_INPUT, TOO_MANY_REQUESTS. [P6]
 */
export async function subscribeNewsletter(
  call: OpenCall<typeof newsletter.subscribe>,
): Promise<Record<string, never>> {
  if (!(await canMailTo('newsletter', call))) return {};
  const { services } = call.context;
  const { email } = call.input;
  const asked_at = askedAt(services);
  await services.db.drizzle.transaction(async (tx) => {
    await tx
      .insert(newsletterSubscriptions)
      .values({ email, asked_at })
      .onConflictDoUpdate({
        target: newsletterSubscriptions.email,
        set: { created_at: sql`clock_timestamp()`, asked_at },
        setWhere: isNull(newsletterSubscriptions.confirmed_at),
      });
    const [asked] = await tx
      .select({ id: newsletterSubscriptions.id })
      .from(newsletterSubscriptions)
      .where(and(eq(newsletterSubscriptions.email, email), not(READS_IT)));
    if (!asked) return;
    const links = newsletterLinks(services, asked.id);
    await services.mailer.send(confirmNewsletterMail(services.env, email, links), tx);
  });
  return {};
}

/** The links to confirm and to unsubscribe: pages that do it with a click. */
function newsletterLinks(services: Services, id: string) {
  const { appUrl } = services.env;
  return {
    confirm: `${appUrl}/newsletter/confirm?token=${makeLinkToken(services, CONFIRMS_SUBSCRIPTION, id)}`,
    unsubscribe: `${appUrl}/newsletter/unsubscribe?token=${makeLinkToken(services, UNSUBSCRIBES, id)}`,
  };
}
