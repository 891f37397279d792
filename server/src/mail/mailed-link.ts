import { z } from 'zod';
import { decrypt, encrypt } from '../access/encrypt.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';

const DAY_MS = 24 * 3_600_000;
/** How many days a link to confirm an address is valid. */
export const CONFIRM_DAYS = 7;
const CONFIRM_MS = CONFIRM_DAYS * DAY_MS;

const linkSchema = z.object({ id: z.uuid(), issued_at: z.int(), email: z.string().optional() });
type Needs = Pick<Services, 'secret' | 'clock'>;

/**
 * A token for mailed links that identifies one row for one purpose. Nothing is stored: it is
 * encrypted, so presenting it proves access to the mailbox it was sent to. With an `email`, the
 * caller of `openLink` can refuse the token once the member has another address.
 */
export function makeLinkToken(
  { secret, clock }: Needs,
  purpose: string,
  id: string,
  email?: string,
): string {
  return encrypt(secret, purpose, JSON.stringify({ id, email, issued_at: clock.now().getTime() }));
}

/**
 * The row of a token, the address it was made with, and when. Throws LINK_EXPIRED when it is
 * invalid or too old.
 */
export function openLink(
  { secret, clock }: Needs,
  { purpose, token, maxAgeMs = CONFIRM_MS }: { purpose: string; token: string; maxAgeMs?: number },
): { id: string; email: string | undefined; issuedAt: Date } {
  const text = decrypt(secret, purpose, token);
  if (text === null) throw refusal('LINK_EXPIRED');
  const { id, email, issued_at } = linkSchema.parse(JSON.parse(text));
  if (clock.now().getTime() - issued_at > maxAgeMs) throw refusal('LINK_EXPIRED');
  return { id, email, issuedAt: new Date(issued_at) };
}
