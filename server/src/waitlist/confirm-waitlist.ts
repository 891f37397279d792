import type { waitlist } from '@kindpal/contract/waitlist/contract';
import { eq, sql } from 'drizzle-orm';
import type { OpenCall } from '../access/call.ts';
import { waitlistEntries } from '../db/schema/waitlist.ts';
import { openLink } from '../mail/mailed-link.ts';
import { refusal } from '../transport/refusal.ts';
import { CONFIRMS_ENTRY } from './policy.ts';

/**
 * Confirms an entry of the waiting list with the emailed link; a second click is fine. Throws
 * LINK_EXPIRED. [P4]
 */
export async function confirmWaitlist({
  input,
  context,
}: OpenCall<typeof waitlist.confirm>): Promise<Record<string, never>> {
  const { services } = context;
  const link = openLink(services, { purpose: CONFIRMS_ENTRY, token: input.token });
  const { id, confirmed_at } = waitlistEntries;
  const now = services.clock.now().toISOString();
  const confirmed = await services.db.drizzle
    .update(waitlistEntries)
    .set({ confirmed_at: sql`coalesce(${confirmed_at}, ${now})` })
    .where(eq(id, link.id))
    .returning({ id });
  if (confirmed.length === 0) throw refusal('LINK_EXPIRED');
  return {};
}
