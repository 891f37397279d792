import type { RequestContext } from '../access/context.ts';
import type { Queries } from '../db/client.ts';
import type { Mail } from '../mail/mailer.ts';
import { makeDisownToken } from './disown-token.ts';
import { type Noted, noteSecurityEvent } from './note-security-event.ts';

type Account = { id: string; email: string };

/**
 * Notes what happened to an account and mails its member, with a token that says 'This wasn't me' of
 * just that; gives the id of the event. [U6]
 */
export async function mailEvent(
  tx: Queries,
  { account, ...event }: Omit<Noted, 'userId'> & { account: Account },
  context: RequestContext,
  mailOf: (disown: string) => Mail,
): Promise<string> {
  const { secret, mailer } = context.services;
  const eventId = await noteSecurityEvent(tx, { userId: account.id, ...event }, context);
  await mailer.send(mailOf(makeDisownToken(secret, { eventId, email: account.email })), tx);
  return eventId;
}
