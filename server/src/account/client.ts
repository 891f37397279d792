import type { RequestContext } from '../access/context.ts';
import { findCookie, signCookie } from '../access/signed-cookie.ts';
import { FACTOR_SECONDS, SESSION_SECONDS } from './auth.ts';

const HINT = 'kindpal_signed_in';

/**
 * Gives the browser its session for the next 30 days. Beside the session cookie goes one that scripts
 * may read: prerendered pages learn from it that somebody is signed in, and nothing else. A session
 * that waits for a second factor lasts minutes, and no page takes its member for signed in. [U7] [U13]
 */
export function setCookies(
  { services, response }: RequestContext,
  token: string,
  { awaitsFactor = false } = {},
): void {
  const { name, secure } = services.auth.cookie;
  const value = signCookie(token, services.secret);
  const seconds = awaitsFactor ? FACTOR_SECONDS : SESSION_SECONDS;
  const attributes = `Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  response.appendHeader('set-cookie', `${name}=${value}; ${attributes}`);
  response.appendHeader('set-cookie', hintCookie(secure, awaitsFactor ? 0 : SESSION_SECONDS));
}

/** Takes the session out of the browser. */
export function clearCookies({ services, response }: RequestContext): void {
  const { name, secure } = services.auth.cookie;
  const attributes = `Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  response.appendHeader('set-cookie', `${name}=; ${attributes}`);
  response.appendHeader('set-cookie', hintCookie(secure, 0));
}

/** Whether a request's cookies say that somebody is signed in. */
export function hasHint(cookies: string): boolean {
  return findCookie(cookies, HINT) === '1';
}

function hintCookie(secure: boolean, seconds: number): string {
  const value = seconds === 0 ? '' : '1';
  return `${HINT}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
}
