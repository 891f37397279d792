import type { IncomingMessage } from 'node:http';
import type { Services } from '../services.ts';
import { type Credential, findActor } from './actor.ts';

/** The member that a page shows, sent with each of its changes. */
const MEMBER_HEADER = 'x-kindpal-member';
type Sent = Pick<IncomingMessage, 'headers'>;

/**
 * Whether a page of one member sends the cookie of another, `memberId`: somebody else has signed in
 * to this browser, and the page does not know yet. What the first one wrote must not be sent in the
 * name of the second. Without the header false, and for API clients. [U6]
 */
export function isPageOfAnother({ headers }: Sent, { by }: Credential, memberId: string): boolean {
  const expected = headers[MEMBER_HEADER];
  return expected !== undefined && by === 'token' && expected !== memberId;
}

/** `isPageOfAnother` before the member is known; false without a session. [U6] */
export async function isOfAnotherMember(
  request: Sent,
  credential: Credential | null,
  { limiter, db }: Pick<Services, 'limiter' | 'db'>,
): Promise<boolean> {
  if (request.headers[MEMBER_HEADER] === undefined || credential?.by !== 'token') return false;
  const member = limiter.memberOf(credential) ?? (await findActor(db, credential))?.id;
  return member !== undefined && isPageOfAnother(request, credential, member);
}
