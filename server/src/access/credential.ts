import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Services } from '../services.ts';
import type { Credential } from './actor.ts';

type Needs = Pick<Services, 'auth' | 'secret'>;

/**
 * Who a request says it is: the session of a valid access token, else the token of a session cookie
 * whose signature holds. Null for none and for anything malformed; asks the database nothing.
 */
export async function readCredential(
  request: IncomingMessage,
  { auth, secret }: Needs,
): Promise<Credential | null> {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) {
    // A bad token never falls back to the cookie: the same-origin check trusts this header.
    const [, bearer] = /^Bearer ([\w.-]+)$/i.exec(authorization) ?? [];
    const sid = bearer && (await auth.keys.findSession(bearer));
    return sid ? { by: 'session', value: sid } : null;
  }
  const token = cookie && readSignedCookie(cookie, auth.cookie.name, secret);
  return token ? { by: 'token', value: token } : null;
}

/** The value of a signed cookie (`value.base64-signature`, URI-encoded), or null. */
function readSignedCookie(header: string, name: string, secret: string): string | null {
  const raw = header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  const signed = raw && decode(raw);
  if (!signed) return null;
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return null;
  const value = signed.slice(0, dot);
  const given = Buffer.from(signed.slice(dot + 1), 'base64');
  const right = createHmac('sha256', secret).update(value).digest();
  return given.length === right.length && timingSafeEqual(given, right) ? value : null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
