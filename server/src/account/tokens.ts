import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for a mailed link or a refresh token, URL-safe. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** How a mailed token is stored; it is random, so salt and stretching are unnecessary. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
