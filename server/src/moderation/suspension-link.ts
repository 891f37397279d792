import { makeLinkToken, openLink } from '../mail/mailed-link.ts';
import type { Services } from '../services.ts';
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

type AccountLink = { id: string; isFactorShown: boolean };

/**
 * A token that lets the member of a suspension reach their data and the deletion of their account.
 */
export function accountToken(services: Services, { id, isFactorShown }: AccountLink): string {
  return makeLinkToken(services, ACCOUNT_LINK[isFactorShown ? 'factor' : 'mailbox'], id);
}

/** What such a token proves, for which suspension. Throws LINK_EXPIRED. */
export function openAccountLink(services: Services, token: string): AccountLink {
  const maxAgeMs = ACCOUNT_LINK_MINUTES * 60_000;
  const open = (purpose: string) => openLink(services, { purpose, token, maxAgeMs }).id;
  try {
    return { id: open(ACCOUNT_LINK.factor), isFactorShown: true };
  } catch {
    return { id: open(ACCOUNT_LINK.mailbox), isFactorShown: false };
  }
}
