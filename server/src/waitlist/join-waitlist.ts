import type { waitlist } from '@kindpal/contract/waitlist/contract';
import { isNull, sql } from 'drizzle-orm';
import type { OpenCall } from '../access/call.ts';
import { waitlistEntries } from '../db/schema/waitlist.ts';
import { askedAt } from '../mail/asked-at.ts';
import { canMailTo } from '../mail/can-mail-to.ts';
import { makeLinkToken } from '../mail/mailed-link.ts';
import { confirmWaitlistMail } from '../mail/mails/confirm-waitlist.ts';
import { requireHonestName } from '../member/profile/honest-name.ts';
import { CONFIRMS_ENTRY } from './policy.ts';

/**
 * Adds somebody to the waiting list and asks their mailbox to confirm. The answer is the same for
 * an address that is new, has confirmed already, got too many emails, or came from a bot that
 * fills in every field. Throws INVALID_INPUT, TOO_MANY_REQUESTS. [P4]
 */
export async function joinWaitlist(
  call: OpenCall<typeof waitlist.join>,
): Promise<Record<string, never>> {
  const { env } = call.context.services;
  requireHonestName(env, { path: 'full_name', label: 'Name', name: call.input.full_name });
  if (!(await canMailTo('waitlist', call))) return {};
  const { services } = call.context;
  const { email, full_name, note } = call.input;
  const said = { full_name, note: note || null, asked_at: askedAt(services) };
  await services.db.drizzle.transaction(async (tx) => {
    const [entry] = await tx
      .insert(waitlistEntries)
      .values({ email, ...said })
      .onConflictDoUpdate({
        target: waitlistEntries.email,
        set: { ...said, created_at: sql`clock_timestamp()` },
        setWhere: isNull(waitlistEntries.confirmed_at),
      })
      .returning({ id: waitlistEntries.id });
    if (!entry) return;
    const token = makeLinkToken(services, CONFIRMS_ENTRY, entry.id, email);
    const link = `${services.env.appUrl}/waitlist/confirm?token=${token}`;
    await services.mailer.send(confirmWaitlistMail(services.env, email, link), tx);
  });
  return {};
}
