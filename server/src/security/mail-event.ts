import type { SecurityEventKind } from '@kindpal/contract/security/schema';
import type { RequestContext } from '../access/context.ts';
import { MAILED_CHANGES_AN_HOUR } from '../access/limits/limits.ts';
import type { Queries } from '../db/client.ts';
import type { Mail } from '../mail/mailer.ts';
import { refusal } from '../transport/refusal.ts';
import { makeDisownToken } from './disown-token.ts';
import { countEvents, type Noted, noteSecurityEvent } from './note-security-event.ts';

type Account = { id: string; email: string };

/**
 * What a member can repeat forever: each needs only what they have just removed or canceled. The
 * mailbox may be a stranger's until it has confirmed.
 */
const REPEATABLE: SecurityEventKind[] = [
  'deletion_asked',
  'factor_removed',
  'identity_unlinked',
  'passkey_removed',
  'recovery_codes_made',
];

/**
 * Records a security event and emails its member, with a 'This wasn't me' token for that event;
 * returns the id of the event. Staff actions are recorded without device and address. [U6] Throws
 * TOO_MANY_REQUESTS.
 */
export async function mailEvent(
  tx: Queries,
  { account, ...event }: Omit<Noted, 'userId'> & { account: Account },
  context: RequestContext | Pick<RequestContext, 'services'>,
  mailOf: (disown: string) => Mail,
): Promise<string> {
  const { secret, mailer } = context.services;
  const source = 'request' in context ? context : undefined;
  if (REPEATABLE.includes(event.kind)) await requireRoom(tx, account);
  const eventId = await noteSecurityEvent(tx, { userId: account.id, ...event }, source);
  await mailer.send(mailOf(makeDisownToken(secret, { eventId, email: account.email })), tx);
  return eventId;
}

/** Refuses the change rather than the email: nothing may change without one. */
async function requireRoom(tx: Queries, { id: userId }: Account): Promise<void> {
  const made = await countEvents(tx, { userId, kinds: REPEATABLE, hours: 1 });
  if (made < MAILED_CHANGES_AN_HOUR) return;
  const limit = 'mailed_change_by_member';
  throw refusal('TOO_MANY_REQUESTS', { limit, retry_after_seconds: 3600 });
}
