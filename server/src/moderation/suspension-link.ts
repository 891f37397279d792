import { z } from 'zod';
import { decrypt, encrypt } from '../access/encrypt.ts';
import { addressOf } from '../account/address-of.ts';
import { makeLinkToken, openLink } from '../mail/mailed-link.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';
import { ACCOUNT_LINK, ACCOUNT_LINK_MINUTES, FORMER_LINK_DAYS, SUSPENSION_LINK } from './policy.ts';
import { type DecisionRow, findDecision } from './queries.ts';

/** A suspension, and the address that its member has now. */
type Suspension = { id: string; email: string };

/** A token that opens a suspension, only for the member concerned. */
export function suspensionToken(services: Services, { id, email }: Suspension): string {
  return makeLinkToken(services, SUSPENSION_LINK, id, email);
}

/** The address of a suspension's page, for its email. */
export function suspensionUrl(services: Services, suspension: Suspension): string {
  const token = suspensionToken(services, suspension);
  return `${services.env.appUrl}/suspended?${new URLSearchParams({ token })}`;
}

/**
 * The suspension of a token. It does not expire, because a ban does not, but opens nothing once
 * the account has another address. Throws LINK_EXPIRED.
 */
export async function findLinkedSuspension(
  services: Services,
  token: string,
): Promise<DecisionRow> {
  const { db, clock } = services;
  const forever = Number.POSITIVE_INFINITY;
  const link = openLink(services, { purpose: SUSPENSION_LINK, token, maxAgeMs: forever });
  const row = await findDecision(db, link.id);
  // Links of earlier releases name no address.
  const isCurrent = link.email
    ? row && (await addressOf(db.drizzle, row.member_id)) === link.email
    : clock.now().getTime() - link.issuedAt.getTime() <= FORMER_LINK_DAYS * 86_400_000;
  if (!row || !isCurrent) throw refusal('LINK_EXPIRED');
  return row;
}

const accountLinkSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  isFactorShown: z.boolean(),
  issuedAt: z.int(),
});
/** The suspension, the address that it was mailed to, and whether a second factor was used. */
type AccountLink = Omit<z.infer<typeof accountLinkSchema>, 'issuedAt'>;

/**
 * A token that lets the member of a suspension reach their data and the deletion of their account.
 */
export function accountToken({ secret, clock }: Services, link: AccountLink): string {
  const issuedAt = clock.now().getTime();
  return encrypt(secret, ACCOUNT_LINK, JSON.stringify({ ...link, issuedAt }));
}

/** What such a token proves, for which suspension. Throws LINK_EXPIRED. */
export function openAccountLink({ secret, clock }: Services, token: string): AccountLink {
  const text = decrypt(secret, ACCOUNT_LINK, token);
  if (text === null) throw refusal('LINK_EXPIRED');
  const { issuedAt, ...link } = accountLinkSchema.parse(JSON.parse(text));
  const age = clock.now().getTime() - issuedAt;
  if (age > ACCOUNT_LINK_MINUTES * 60_000) throw refusal('LINK_EXPIRED');
  return link;
}
