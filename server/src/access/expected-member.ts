import type { IncomingMessage } from 'node:http';
import type { Services } from '../services.ts';
import { type Credential, findActor } from './actor.ts';

/** The member that a page shows, sent with each of its calls. */
const MEMBER_HEADER = 'x-kindpal-member';
/** What a page sends that showed a member, and now shows a visitor. */
const VISITOR = 'visitor';
type Sent = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** Whether a request only reads. */
export const isRead = ({ method }: Pick<Sent, 'method'>) => method === 'GET' || method === 'HEAD';

/**
 * Whether a page of one member sends the cookie of another, `memberId`: somebody else has signed in
 * to this browser, and the page does not know yet. What the first one wrote must not be sent in the
 * name of the second, nor their page filled with data of the second. Without the header false, and
 * for API clients. [U6]
 */
export function isPageOfAnother({ headers }: Sent, { by }: Credential, memberId: string): boolean {
  const expected = headers[MEMBER_HEADER];
  return expected !== undefined && by === 'token' && expected !== memberId;
}

/** Whether a page reads that shows a visitor: it may be answered to the next member already. */
export const readsAsVisitor = (request: Sent) =>
  isRead(request) && request.headers[MEMBER_HEADER] === VISITOR;

/** `isPageOfAnother` before the member is known; false without a session. [U6] */
export async function isOfAnotherMember(
  request: Sent,
  credential: Credential | null,
  { limiter, db }: Pick<Services, 'limiter' | 'db'>,
): Promise<boolean> {
  if (request.headers[MEMBER_HEADER] === undefined || credential?.by !== 'token') return false;
  const known = limiter.memberOf(credential);
  const member = known ?? (await findActor(db, credential))?.id;
  if (!known && member) limiter.remember(credential, member);
  return member !== undefined && isPageOfAnother(request, credential, member);
}

/**
 * Whether a page of a member reads, and their session has ended: what a visitor is answered must
 * not replace what the page shows, with the form that they are filling in. Below /auth/v1 a page
 * learns that it ended. [U7]
 */
export async function hasLostSession(
  request: Sent,
  credential: Credential | null,
  db: Services['db'],
): Promise<boolean> {
  const expected = request.headers[MEMBER_HEADER];
  if (expected === undefined || !isRead(request) || readsAsVisitor(request)) return false;
  if (!request.url?.startsWith('/rest/v1/')) return false;
  const actor = credential && (await findActor(db, credential));
  return actor?.id !== expected;
}
