import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { INVITE_ALPHABET, normalizeInviteCode } from '@kindpal/contract/invite/rules';

/** 20 characters of 5 bits. */
const LENGTH = 20;

/**
 * The token for the first super admin: derived from the secret, so nothing is stored and all
 * nodes agree. In groups of four, with the alphabet of invite codes. [S5]
 */
export function setupToken(secret: string): string {
  const bytes = createHmac('sha256', secret).update('kindpal super-admin set-up').digest();
  const letters = [...bytes.subarray(0, LENGTH)].map((byte) => INVITE_ALPHABET[byte & 31]);
  return normalizeInviteCode(letters.join(''));
}

/** Whether a typed token is correct; case, spaces and hyphens are ignored. [S5] */
export function isSetupToken(secret: string, typed: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(normalizeInviteCode(typed)), digest(setupToken(secret)));
}
