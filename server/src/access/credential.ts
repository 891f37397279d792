import type { IncomingMessage } from 'node:http';
import type { Services } from '../services.ts';
import type { Credential } from './actor.ts';

const bearerOf = (authorization: string) => /^Bearer ([\w.-]+)$/i.exec(authorization)?.[1];

/** What is wrong with the signature of the access token in a refused request, or null. [U14] */
export async function findTokenProblem(
  { headers: { authorization } }: Pick<IncomingMessage, 'headers'>,
  { auth }: Pick<Services, 'auth'>,
): Promise<string | null> {
  const bearer = authorization && bearerOf(authorization);
  return bearer ? auth.keys.findSignatureProblem(bearer) : null;
}

/**
 * Who a request claims to be from: the session of a valid access token, else the token of a
 * session cookie with a valid signature. Null for none and for anything malformed.
 */
export async function readCredential(
  request: IncomingMessage,
  { auth }: Pick<Services, 'auth'>,
): Promise<Credential | null> {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) {
    // A bad token never falls back to the cookie: the same-origin check trusts this header.
    const bearer = bearerOf(authorization);
    const session = bearer ? await auth.keys.findSession(bearer) : null;
    return session && { by: session.awaitsFactor ? 'waiting' : 'session', value: session.id };
  }
  const token = cookie && auth.cookie.read(cookie);
  return token ? { by: 'token', value: token } : null;
}
