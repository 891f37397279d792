import { CONFIRM_DAYS } from '@kindpal/contract/account/schema';
import type { RequestContext } from '../../access/context.ts';
import { decrypt, encrypt } from '../../access/encrypt.ts';
import { setCookie } from '../../access/set-cookie.ts';
import { findCookie } from '../../access/signed-cookie.ts';
import type { AccountRow } from '../queries.ts';

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

/**
 * Removes the mark of a member who has confirmed their address. Another newcomer's stays: on a
 * shared device it protects what they have set up. [U1]
 */
export function unmarkNewcomersBrowser(context: RequestContext, account: AccountRow): void {
  if (account.confirm_email_by || !isNewcomersBrowser(context, account.id)) return;
  const name = nameOf(context.services.auth.cookie.secure);
  setCookie(context, { name, value: '', seconds: 0, path: '/' });
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
