import type { RequestContext } from '../access/context.ts';
import { setCookie } from '../access/set-cookie.ts';
import { findCookie, listCookies, signCookie } from '../access/signed-cookie.ts';
import { FACTOR_SECONDS, SESSION_SECONDS } from './auth.ts';

const HINT = 'kindpal_signed_in';

/**
 * Sets the session cookies for the next 30 days. A second cookie, readable by scripts, tells
 * prerendered pages only that somebody is signed in. A session that waits for a second factor
 * lasts minutes and does not count as signed in. [U7] [U13]
 */
export function setCookies(
  context: RequestContext,
  token: string,
  { awaitsFactor = false } = {},
): void {
  const { auth, secret } = context.services;
  const seconds = awaitsFactor ? FACTOR_SECONDS : SESSION_SECONDS;
  const value = signCookie(token, secret);
  setCookie(context, { name: auth.cookie.name, value, seconds, path: '/' });
  removeEarlierCookie(context);
  setHint(context, awaitsFactor ? 0 : SESSION_SECONDS);
}

/** Removes the session from the browser. */
export function clearCookies(context: RequestContext): void {
  setCookie(context, { name: context.services.auth.cookie.name, value: '', seconds: 0, path: '/' });
  removeEarlierCookie(context);
  setHint(context, 0);
}

/** Whether a request has a session cookie, valid or not; under its earlier name only, or any. */
export function hasCookie(
  { request, services }: RequestContext,
  { isEarlier = false } = {},
): boolean {
  const { name, earlierName } = services.auth.cookie;
  const cookies = request.headers.cookie ?? '';
  const isCurrent = findCookie(cookies, name) !== undefined;
  const hasEarlier = earlierName !== null && findCookie(cookies, earlierName) !== undefined;
  return isEarlier ? hasEarlier && !isCurrent : hasEarlier || isCurrent;
}

function removeEarlierCookie(context: RequestContext): void {
  const { earlierName: name } = context.services.auth.cookie;
  if (name === null || findCookie(context.request.headers.cookie ?? '', name) === undefined) return;
  setCookie(context, { name, value: '', seconds: 0, path: '/' });
}

/**
 * Whether a request's cookies say that somebody is signed in. Another host of the same domain can
 * add a cookie with this name, but not remove ours.
 */
export function hasHint(cookies: string): boolean {
  return listCookies(cookies, HINT).includes('1');
}

function setHint(context: RequestContext, seconds: number): void {
  const value = seconds === 0 ? '' : '1';
  setCookie(context, { name: HINT, value, seconds, path: '/', isReadable: true });
}
