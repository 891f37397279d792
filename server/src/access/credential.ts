import type { IncomingMessage } from 'node:http';
import type { Services } from '../services.ts';
import type { Credential } from './actor.ts';

/**
 * Who a request says it is: the session of a valid access token, else the token of a session cookie
 * whose signature holds. Null for none and for anything malformed; asks the database nothing.
 */
export async function readCredential(
  request: IncomingMessage,
  { auth }: Pick<Services, 'auth'>,
): Promise<Credential | null> {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) {
    // A bad token never falls back to the cookie: the same-origin check trusts this header.
    const [, bearer] = /^Bearer ([\w.-]+)$/i.exec(authorization) ?? [];
    const sid = bearer && (await auth.keys.findSession(bearer));
    return sid ? { by: 'session', value: sid } : null;
  }
  const token = cookie && auth.cookie.read(cookie);
  return token ? { by: 'token', value: token } : null;
}
