import { makeLinkToken, openLink } from '../mail/mailed-link.ts';
import type { Services } from '../services.ts';
import { SUSPENSION_LINK } from './policy.ts';

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
