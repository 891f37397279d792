import type { waitlist } from '@kindpal/contract/waitlist/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { OpenCall } from '../access/call.ts';
import { waitlistEntries } from '../db/schema/waitlist.ts';
import { openLink } from '../mail/mailed-link.ts';
import { requireHonestName } from '../member/profile/honest-name.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';
import { CONFIRMS_ENTRY } from './policy.ts';

/** What was entered for the address of an emailed link. Throws LINK_EXPIRED. [P4] */
export async function getOwnEntry({ input, context }: OpenCall<typeof waitlist.getEntry>) {
  const { full_name, note } = await findLinked(context.services, input.token);
  return { full_name, note };
}

/**
 * Confirms an entry of the waiting list with the emailed link, and with the texts that its page
 * showed: somebody else may have entered others meanwhile. A second click is fine. Throws
 * LINK_EXPIRED, INVALID_INPUT. [P4]
 */
export async function confirmWaitlist({
  input,
  context,
}: OpenCall<typeof waitlist.confirm>): Promise<Record<string, never>> {
  const { services } = context;
  const { token, full_name, note } = input;
  const { id, full_name: entered } = await findLinked(services, token);
  if (full_name !== entered) {
    requireHonestName(services.env, { path: 'full_name', label: 'Name', name: full_name });
  }
  await services.db.drizzle
    .update(waitlistEntries)
    .set({ full_name, note: note || null, confirmed_at: services.clock.now() })
    .where(and(eq(waitlistEntries.id, id), isNull(waitlistEntries.confirmed_at)));
  return {};
}

/** The entry of a link, while it has the address that the link was mailed to. */
async function findLinked(services: Services, token: string) {
  const link = openLink(services, { purpose: CONFIRMS_ENTRY, token });
  const [entry] = await services.db.drizzle
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.id, link.id));
  // Links of earlier releases do not name the address.
  if (!entry || (link.email !== undefined && link.email !== entry.email)) {
    throw refusal('LINK_EXPIRED');
  }
  return entry;
}
