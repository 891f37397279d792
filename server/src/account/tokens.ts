import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { authSession } from '../db/schema/account.ts';

/** 256 random bits for a mailed link or a refresh token, URL-safe. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Marks the tokens of sessions that began since the cookie has its present name. No other token
 * contains this character.
 */
const MARK = '~';

/** A token for a session. */
export function makeSessionToken(): string {
  return MARK + makeToken();
}

/**
 * Whether a session began since then (SQL). Earlier ones are not extended: a member who keeps one
 * of theirs could set it in somebody else's browser by the earlier name of the cookie.
 */
export const BEGAN_SINCE = sql`${authSession.token} like ${`${MARK}%`}`;

/** Whether a session began while its cookie had an earlier name. */
export function isEarlierSession(token: string): boolean {
  return !token.startsWith(MARK);
}

/** How a mailed token is stored; it is random, so salt and stretching are unnecessary. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
