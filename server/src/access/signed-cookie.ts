import { createHmac, timingSafeEqual } from 'node:crypto';

/** How many recent cookies are remembered, so that their signature is not computed again. */
const CACHED_MAX = 5_000;

/** Reads one signed cookie (`value.base64-signature`, URI-encoded) of a request's header. */
export type CookieReader = (header: string) => string | null;

/**
 * A reader that returns the cookie's value, or null when it is missing, malformed or has an
 * invalid signature. Only valid cookies are remembered, so strangers cannot push out members.
 */
export function createCookieReader(name: string, secret: string): CookieReader {
  const remembered = new Map<string, string>();
  return (header) => {
    const raw = findCookie(header, name);
    if (!raw) return null;
    const known = remembered.get(raw);
    if (known !== undefined) return known;
    const value = verify(raw, secret);
    if (value === null) return null;
    if (remembered.size >= CACHED_MAX) remembered.clear();
    remembered.set(raw, value);
    return value;
  };
}

/** A signed cookie value for `createCookieReader`, encoded for a header. */
export function signCookie(value: string, secret: string): string {
  return encodeURIComponent(`${value}.${signatureOf(value, secret).toString('base64')}`);
}

/** The raw value of a cookie in a request's header; the first of several, as in other servers. */
export function findCookie(header: string, name: string): string | undefined {
  return listCookies(header, name)[0];
}

/**
 * The raw values of all cookies with this name. Only spaces and tabs may precede a name (RFC 6265).
 * `trim` would also remove U+00A0, which is part of a name for browsers: another host of the domain
 * can set a cookie with it, because that name does not begin with `__Host-`.
 */
export function listCookies(header: string, name: string): string[] {
  return header
    .split(';')
    .map((pair) => pair.replace(/^[ \t]+/, ''))
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

function verify(raw: string, secret: string): string | null {
  const signed = decode(raw);
  if (!signed) return null;
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return null;
  const value = signed.slice(0, dot);
  const given = Buffer.from(signed.slice(dot + 1), 'base64');
  const right = signatureOf(value, secret);
  return given.length === right.length && timingSafeEqual(given, right) ? value : null;
}

function signatureOf(value: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(value).digest();
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
