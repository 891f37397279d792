import type { IncomingMessage } from 'node:http';
import type { Services } from '../services.ts';
import { type Credential, findActor } from './actor.ts';

/** The member that a page shows, sent with each of its changes. */
export const MEMBER_HEADER = 'x-kindpal-member';

/**
 * Whether a page of one member sends the cookie of another: somebody else has signed in to this
 * browser, and the page does not know yet. What the first one wrote must not be sent in the name of
 * the second. Without the header, or without a session, false. [U6]
 */
export async function isOfAnotherMember(
  { headers }: Pick<IncomingMessage, 'headers'>,
  credential: Credential | null,
  { limiter, db }: Pick<Services, 'limiter' | 'db'>,
): Promise<boolean> {
  const expected = headers[MEMBER_HEADER];
  if (expected === undefined || credential?.by !== 'token') return false;
  const member = limiter.memberOf(credential) ?? (await findActor(db, credential))?.id;
  return member !== undefined && member !== expected;
}
