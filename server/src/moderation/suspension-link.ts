import { z } from 'zod';
import { decrypt, encrypt } from '../access/encrypt.ts';
import { makeLinkToken, openLink } from '../mail/mailed-link.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';
import { ACCOUNT_LINK, ACCOUNT_LINK_MINUTES, SUSPENSION_LINK } from './policy.ts';

/** A token that opens a suspension, only for the member concerned. */
export function suspensionToken(services: Services, decisionId: string): string {
  return makeLinkToken(services, SUSPENSION_LINK, decisionId);
}

/** The address of a suspension's page, for its email. */
export function suspensionUrl(services: Services, decisionId: string): string {
  const token = suspensionToken(services, decisionId);
  return `${services.env.appUrl}/suspended?${new URLSearchParams({ token })}`;
}

/** The decision of a token; it never expires, because a ban does not. Throws LINK_EXPIRED. */
export function openSuspensionLink(services: Services, token: string): string {
  const forever = Number.POSITIVE_INFINITY;
  return openLink(services, { purpose: SUSPENSION_LINK, token, maxAgeMs: forever }).id;
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
