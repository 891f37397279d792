import { type CryptoKey, errors, importJWK, type JWK } from 'jose';
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

/** Keys are reloaded after this time, so that every node knows a new one long before it signs. */
const KEEP_MS = 5 * 60 * 1000;
/** An unknown key id causes a reload, but at most this often, because of forged ids. */
const RELOAD_MS = 10_000;

type KnownKey = KeyRow & { publicKey: JWK; verifier: CryptoKey; signer: CryptoKey };
type Needs = { db: Database; secret: string; now: () => Date };

/** The signing keys as this node last read them. [U14] */
export type KnownKeys = {
  list(): Promise<KnownKey[]>;
  /** The key that signs now; makes the first one. */
  getSigner(): Promise<KnownKey>;
  /** The key to verify with. Throws JWKSNoMatchingKey for an unknown id. */
  getVerifier(kid: string | undefined): Promise<CryptoKey>;
};

/** Reads the keys at the first call, and again when they may have changed. [U14] */
export function createKnownKeys({ db, secret, now }: Needs): KnownKeys {
  let keys: Promise<KnownKey[]> | undefined;
  let loadedAt = 0;
  const age = () => Math.abs(now().getTime() - loadedAt);

  function load(): Promise<KnownKey[]> {
    loadedAt = now().getTime();
    const loading = readKeys(db, secret);
    loading.catch(() => {
      keys = undefined;
    });
    keys = loading;
    return loading;
  }
  const list = () => (keys && age() < KEEP_MS ? keys : load());

  return {
    list,
    async getSigner() {
      const known = signerOf(await list(), now());
      if (known) return known;
      await makeFirstKey({ db, secret, now });
      const made = signerOf(await load(), now());
      if (!made) throw new Error('The key that signs access tokens could not be read back');
      return made;
    },
    async getVerifier(kid) {
      const find = (all: KnownKey[]) => all.find((key) => key.id === kid)?.verifier;
      const key = find(await list());
      if (key) return key;
      const again = age() > RELOAD_MS ? find(await load()) : undefined;
      if (!again) throw new errors.JWKSNoMatchingKey();
      return again;
    },
  };
}

/** The keys that this secret can decrypt, newest first; keys of a former secret are unusable. */
async function readKeys(db: Database, secret: string): Promise<KnownKey[]> {
  const known: KnownKey[] = [];
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
