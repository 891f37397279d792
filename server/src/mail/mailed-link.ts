import { z } from 'zod';
import { seal, unseal } from '../access/seal.ts';
import type { Services } from '../services.ts';

const DAY_MS = 24 * 3_600_000;
/** How long a link that confirms an address is good. */
export const CONFIRM_DAYS = 7;
export const CONFIRM_MS = CONFIRM_DAYS * DAY_MS;

const sealedSchema = z.object({ id: z.uuid(), issued_at: z.int() });
type Needs = Pick<Services, 'secret' | 'clock'>;

/**
 * A token that names one row for one purpose, as links in mails carry it. Nothing is stored: it is
 * sealed, so whoever brings it has the mailbox that it was sent to.
 */
export function makeLinkToken({ secret, clock }: Needs, purpose: string, id: string): string {
  return seal(secret, purpose, JSON.stringify({ id, issued_at: clock.now().getTime() }));
}

/** The row that a token names and when it was made; null when it is none of ours, or too old. */
export function readLinkToken(
  { secret, clock }: Needs,
  { purpose, token, maxAgeMs }: { purpose: string; token: string; maxAgeMs: number },
): { id: string; issuedAt: Date } | null {
  const text = unseal(secret, purpose, token);
  if (text === null) return null;
  const { id, issued_at } = sealedSchema.parse(JSON.parse(text));
  if (clock.now().getTime() - issued_at > maxAgeMs) return null;
  return { id, issuedAt: new Date(issued_at) };
}
