import { makeLinkToken, openLink } from '../mail/mailed-link.ts';
import type { Services } from '../services.ts';
import { SUSPENSION_LINK } from './policy.ts';

/** A token that opens one suspension, for the member concerned alone. */
export function suspensionToken(services: Services, decisionId: string): string {
  return makeLinkToken(services, SUSPENSION_LINK, decisionId);
}

/** The page of a suspension, as its email carries it. */
export function suspensionUrl(services: Services, decisionId: string): string {
  const token = suspensionToken(services, decisionId);
  return `${services.env.appUrl}/suspended?${new URLSearchParams({ token })}`;
}

/** The decision that a token opens; it does not age, because a ban does not. Throws LINK_EXPIRED. */
export function openSuspensionLink(services: Services, token: string): string {
  const forever = Number.POSITIVE_INFINITY;
  return openLink(services, { purpose: SUSPENSION_LINK, token, maxAgeMs: forever }).id;
}
