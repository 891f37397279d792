import { createHmac } from 'node:crypto';
import type { RequestContext } from '../access/context.ts';
import { setCookie } from '../access/set-cookie.ts';
import { findCookie } from '../access/signed-cookie.ts';
import { clientOf } from './session/refresh-tokens.ts';
import { makeToken } from './tokens.ts';

/** A browser is remembered as long as its code works, in seconds. */
const ASKER_SECONDS = 10 * 60;

/**
 * Identifies the client that requests a code, so that only it can use the code: a browser by a
 * cookie set here; an API client, which keeps no cookies, by its network and user agent. [U9]
 */
export function makeAsker(context: RequestContext): Buffer {
  return isBrowser(context) ? makeBrowserAsker(context) : clientOf(context);
}

/** The same by cookie only, for browsers that come back from a provider. [U11] */
export function makeBrowserAsker(context: RequestContext): Buffer {
  const value = cookieOf(context) ?? makeToken();
  const name = nameOf(context.services.auth.cookie.secure);
  setCookie(context, { name, value, seconds: ASKER_SECONDS, path: '/' });
  return keyed(context, value);
}

/**
 * The same for a request that brings a code; null for a browser that has not asked for one. [U9]
 */
export function findAsker(context: RequestContext): Buffer | null {
  return isBrowser(context) ? findBrowserAsker(context) : clientOf(context);
}

/** The same by cookie only. [U11] */
export function findBrowserAsker(context: RequestContext): Buffer | null {
  const value = cookieOf(context);
  return value === null ? null : keyed(context, value);
}

/** Whether a change comes from a browser, which sends at least one of these headers. */
export function isBrowser({ request: { headers } }: RequestContext): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}

function cookieOf({ request, services }: RequestContext): string | null {
  const value = findCookie(request.headers.cookie ?? '', nameOf(services.auth.cookie.secure));
  return value && /^[\w-]{43}$/.test(value) ? value : null;
}

function keyed({ services }: RequestContext, value: string): Buffer {
  return createHmac('sha256', services.secret).update(`asker ${value}`).digest();
}

/**
 * With this prefix no other host of the domain can set the cookie. It could otherwise give a member
 * its own browser's cookie, and so have their browser finish a sign-in to somebody else's account.
 */
const nameOf = (secure: boolean) => `${secure ? '__Host-' : ''}kindpal.asker`;
