import type { RequestContext } from '../access/context.ts';
import { findCookie } from '../access/signed-cookie.ts';
import { IP_HEADER } from './auth-engine.ts';

const HINT = 'kindpal_signed_in';

/** The headers that the engine reads: the session cookie, and where a session comes from. */
export function engineHeaders({ request, ip }: RequestContext): Headers {
  const headers = new Headers({ [IP_HEADER]: ip });
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value) headers.set(name, value);
  }
  return headers;
}

/**
 * Hands the engine's cookies on to the browser. Beside the session cookie goes one that scripts may
 * read: prerendered pages learn from it that somebody is signed in, and nothing else.
 */
export function passCookies({ services, response }: RequestContext, headers: Headers): void {
  const { name } = services.auth.cookie;
  for (const cookie of headers.getSetCookie()) {
    response.appendHeader('set-cookie', cookie);
    const [, seconds] = /; Max-Age=(\d+)/i.exec(cookie) ?? [];
    if (cookie.startsWith(`${name}=`) && seconds) {
      response.appendHeader('set-cookie', hintCookie(services.auth.cookie.secure, seconds));
    }
  }
}

/** Takes the session out of the browser. */
export function clearCookies({ services, response }: RequestContext): void {
  const { name, secure } = services.auth.cookie;
  const attributes = `Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  response.appendHeader('set-cookie', `${name}=; ${attributes}`);
  response.appendHeader('set-cookie', hintCookie(secure, '0'));
}

/** Whether a request's cookies say that somebody is signed in. */
export function hasHint(cookies: string): boolean {
  return findCookie(cookies, HINT) === '1';
}

function hintCookie(secure: boolean, seconds: string): string {
  const value = seconds === '0' ? '' : '1';
  return `${HINT}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
}
