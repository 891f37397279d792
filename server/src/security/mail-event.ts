import type { RequestContext } from '../access/context.ts';
import type { Queries } from '../db/client.ts';
import type { Mail } from '../mail/mailer.ts';
import { makeDisownToken } from './disown-token.ts';
import { type Noted, noteSecurityEvent } from './note-security-event.ts';

type Account = { id: string; email: string };

/**
 * Notes what happened to an account and mails its member, with a token that says 'This wasn't me' of
 * just that; gives the id of the event. Where it came from is left out for what staff did. [U6]
 */
export async function mailEvent(
  tx: Queries,
  { account, ...event }: Omit<Noted, 'userId'> & { account: Account },
  context: RequestContext | Pick<RequestContext, 'services'>,
  mailOf: (disown: string) => Mail,
): Promise<string> {
  const { secret, mailer } = context.services;
  const source = 'request' in context ? context : undefined;
  const eventId = await noteSecurityEvent(tx, { userId: account.id, ...event }, source);
  await mailer.send(mailOf(makeDisownToken(secret, { eventId, email: account.email })), tx);
  return eventId;
}
