import type { RequestContext } from '../access/context.ts';
import type { Queries } from '../db/client.ts';
import type { Mail } from '../mail/mailer.ts';
import { makeDisownToken } from './disown-token.ts';
import { type Noted, noteSecurityEvent } from './note-security-event.ts';

type Account = { id: string; email: string };

/**
 * Records a security event and emails its member, with a 'This wasn't me' token for that event;
 * returns the id of the event. Staff actions are recorded without device and address. [U6]
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
