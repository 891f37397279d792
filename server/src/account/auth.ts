import { type CookieReader, createCookieReader } from '../access/signed-cookie.ts';
import type { Database } from '../db/client.ts';
import type { Env } from '../env.ts';
import { createSigningKeys, type SigningKeys } from './session/signing-keys.ts';
import { isEarlierSession } from './tokens.ts';

/** How long a session lasts after its last renewal, in seconds. [U7] */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;
/** How long a session waits for its second factor, in seconds. [U13] */
export const FACTOR_SECONDS = 10 * 60;
/** How long a mailed link works, in seconds. [U5] [U8] */
export const MAILED_TOKEN_SECONDS = 30 * 60;

type Needs = { env: Env; db: Database; secret: string; now: () => Date };

/** What proves that a request belongs to a session. */
export type Auth = {
  /** The cookie that holds a browser's session. */
  cookie: { name: string; secure: boolean; read: CookieReader; earlierName: string | null };
  /** The signing keys for the access tokens of API clients. */
  keys: SigningKeys;
};

/** Reads session cookies, and signs and verifies access tokens. [U7] [U14] */
export function createAuth({ env, db, secret, now }: Needs): Auth {
  const secure = env.appUrl.startsWith('https:');
  return {
    cookie: { secure, ...(secure ? secureCookie(secret) : plainCookie(secret)) },
    keys: createSigningKeys({ db, secret, issuer: env.appUrl, now }),
  };
}

const NAME = 'kindpal.session_token';

function plainCookie(secret: string) {
  return { name: NAME, earlierName: null, read: createCookieReader(NAME, secret) };
}

/**
 * Browsers accept a cookie with the prefix `__Host-` only from this very host, over https. With the
 * prefix of earlier releases, other hosts of the same domain could set one, and so sign a member in
 * to somebody else's account. Sessions that began before keep working: under the earlier name only
 * their tokens count, until the cookie is set again or they expire.
 */
function secureCookie(secret: string) {
  const name = `__Host-${NAME}`;
  const earlierName = `__Secure-${NAME}`;
  const readCurrent = createCookieReader(name, secret);
  const readEarlier = createCookieReader(earlierName, secret);
  const read: CookieReader = (header) => {
    const token = readCurrent(header);
    if (token !== null) return token;
    const earlier = readEarlier(header);
    return earlier !== null && isEarlierSession(earlier) ? earlier : null;
  };
  return { name, earlierName, read };
}
