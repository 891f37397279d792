import { CONFIRM_DAYS } from '@kindpal/contract/account/schema';
import type { RequestContext } from '../../access/context.ts';
import { decrypt, encrypt } from '../../access/encrypt.ts';
import { setCookie } from '../../access/set-cookie.ts';
import { findCookie } from '../../access/signed-cookie.ts';

const PURPOSE = 'newcomer';

/**
 * Marks this browser as one where somebody joined, or signed in, before they confirmed their
 * address. The mark stays after signing out. [U1]
 */
export function markNewcomersBrowser(context: RequestContext, userId: string): void {
  const { secret, auth } = context.services;
  const value = encrypt(secret, PURPOSE, userId);
  const seconds = CONFIRM_DAYS * 24 * 60 * 60;
  setCookie(context, { name: nameOf(auth.cookie.secure), value, seconds, path: '/' });
}

/** Whether this member has joined or signed in here, before they confirmed their address. [U1] */
export function isNewcomersBrowser(
  { services: { secret, auth }, request }: RequestContext,
  userId: string,
): boolean {
  const value = findCookie(request.headers.cookie ?? '', nameOf(auth.cookie.secure));
  return value !== undefined && decrypt(secret, PURPOSE, value) === userId;
}

/**
 * With this prefix no other host of the domain can set the cookie. Somebody who joined with another
 * person's address could otherwise have that person's browser keep everything they set up.
 */
const nameOf = (secure: boolean) => `${secure ? '__Host-' : ''}kindpal.newcomer`;
