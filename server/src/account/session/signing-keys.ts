import { type CryptoKey, errors, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { decrypt } from '../../access/encrypt.ts';
import type { Database } from '../../db/client.ts';
import {
  ALGORITHM,
  type KeyRow,
  listKeys,
  makeFirstKey,
  PURPOSE,
  signerOf,
} from './key-rotation.ts';

/** How long an access token works, in ms. [U7] */
export const ACCESS_MS = 15 * 60 * 1000;
/** Keys are reloaded after this time, so that every node knows a new one long before it signs. */
const KEEP_MS = 5 * 60 * 1000;
/** An unknown key id causes a reload, but at most this often, because of forged ids. */
const RELOAD_MS = 10_000;
const REMEMBERED = 5_000;

/** `proofs` are the ways the member proved their identity, with times. [U13] */
export type TokenClaims = {
  sub: string;
  sid: string;
  expiresAt: Date;
  aal?: 'aal1' | 'aal2';
  proofs?: { method: string; at: Date }[];
};

/** Access tokens of API clients: signing, verifying, and the public keys. [U14] */
export type SigningKeys = {
  sign(claims: TokenClaims): Promise<string>;
  /** The session of a valid, unexpired token, or null. */
  findSession(token: string): Promise<string | null>;
  /** The problem with a token's signature, in the words of A§8; null when valid. */
  findSignatureProblem(token: string): Promise<string | null>;
  listPublic(): Promise<JWK[]>;
};

type Known = KeyRow & { publicKey: JWK; verifier: CryptoKey; signer: CryptoKey };
type Needs = { db: Database; secret: string; issuer: string; now: () => Date };

/** Keys are shared by all nodes; the newest active one signs, all stored ones verify. [U14] */
export function createSigningKeys({ db, secret, issuer, now }: Needs): SigningKeys {
  let keys: Promise<Known[]> | undefined;
  let loadedAt = 0;
  const verified = new Map<string, { sid: string; until: number }>();
  const age = () => Math.abs(now().getTime() - loadedAt);

  function load(): Promise<Known[]> {
    loadedAt = now().getTime();
    const loading = readKeys(db, secret);
    loading.catch(() => {
      keys = undefined;
    });
    keys = loading;
    return loading;
  }
  const list = () => (keys && age() < KEEP_MS ? keys : load());

  async function getSigner(): Promise<Known> {
    const known = signerOf(await list(), now());
    if (known) return known;
    await makeFirstKey({ db, secret, now: now() });
    const made = signerOf(await load(), now());
    if (!made) throw new Error('The key that signs access tokens could not be read back');
    return made;
  }

  async function findVerifier(kid: string | undefined): Promise<CryptoKey> {
    const find = (all: Known[]) => all.find((key) => key.id === kid)?.verifier;
    const key = find(await list());
    if (key) return key;
    const again = age() > RELOAD_MS ? find(await load()) : undefined;
    if (!again) throw new errors.JWKSNoMatchingKey();
    return again;
  }

  const verify = (token: string) =>
    jwtVerify(token, ({ kid }) => findVerifier(kid), {
      algorithms: [ALGORITHM],
      issuer,
      currentDate: now(),
      requiredClaims: ['sub', 'sid', 'exp'],
    });

  return {
    async sign({ sub, sid, expiresAt, aal = 'aal1', proofs = [] }) {
      const { id, signer } = await getSigner();
      const amr = proofs.map(({ method, at }) => ({
        method,
        timestamp: Math.floor(at.getTime() / 1000),
      }));
      const role = 'authenticated';
      return new SignJWT({ sid, session_id: sid, role, aal, amr })
        .setProtectedHeader({ alg: ALGORITHM, kid: id, typ: 'JWT' })
        .setSubject(sub)
        .setIssuer(issuer)
        .setAudience(role)
        .setIssuedAt(now())
        .setExpirationTime(expiresAt)
        .sign(signer);
    },
    async findSession(token) {
      const remembered = verified.get(token);
      if (remembered && remembered.until > now().getTime()) return remembered.sid;
      try {
        const { payload } = await verify(token);
        const sid = String(payload.sid);
        if (verified.size >= REMEMBERED) verified.clear();
        verified.set(token, { sid, until: Number(payload.exp) * 1000 });
        return sid;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
    async findSignatureProblem(token) {
      try {
        await verify(token);
        return null;
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
        if ((await list()).length === 0) return 'JWKS is empty';
        // Claims are checked only after the signature.
        const isSigned =
          error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed;
        return isSigned ? null : 'Invalid JWT signature';
      }
    },
    async listPublic() {
      await getSigner();
      return (await list()).map((key) => key.publicKey);
    },
  };
}

/** The keys that this secret can decrypt, newest first; keys of a former secret are unusable. */
async function readKeys(db: Database, secret: string): Promise<Known[]> {
  const known: Known[] = [];
  for (const row of await listKeys(db.drizzle)) {
    const opened = decrypt(secret, PURPOSE, row.privateJwk.sealed);
    if (opened === null) continue;
    known.push({
      ...row,
      publicKey: { ...row.publicJwk, kid: row.id, alg: ALGORITHM, use: 'sig' },
      verifier: (await importJWK(row.publicJwk, ALGORITHM)) as CryptoKey,
      signer: (await importJWK(JSON.parse(opened), ALGORITHM)) as CryptoKey,
    });
  }
  return known;
}
