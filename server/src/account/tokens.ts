import { createHash, randomBytes } from 'node:crypto';

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

/** Whether a session began while its cookie had an earlier name. */
export function isEarlierSession(token: string): boolean {
  return !token.startsWith(MARK);
}

/** How a mailed token is stored; it is random, so salt and stretching are unnecessary. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
