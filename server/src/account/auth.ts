import { type CookieReader, createCookieReader } from '../access/signed-cookie.ts';
import type { Database } from '../db/client.ts';
import type { Env } from '../env.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';

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
  cookie: { name: string; secure: boolean; read: CookieReader };
  /** The signing keys for the access tokens of API clients. */
  keys: SigningKeys;
};

/** Reads session cookies, and signs and verifies access tokens. [U7] [U14] */
export function createAuth({ env, db, secret, now }: Needs): Auth {
  const secure = env.appUrl.startsWith('https:');
  const name = `${secure ? '__Secure-' : ''}kindpal.session_token`;
  return {
    cookie: { name, secure, read: createCookieReader(name, secret) },
    keys: createSigningKeys({ db, secret, issuer: env.appUrl, now }),
  };
}
