import { desc } from 'drizzle-orm';
import {
  type CryptoKey,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import { seal, unseal } from '../access/seal.ts';
import type { Database } from '../db/client.ts';
import { signingKey } from '../db/schema/account.ts';

const ALGORITHM = 'ES256';
const PURPOSE = 'signing key';
/** An unknown key id makes us look again, but a flood of forged ones only this often. */
const RELOAD_MS = 10_000;
const REMEMBERED = 5_000;

/** Access tokens of API clients: signing, verifying, and the public keys. [U14] */
export type SigningKeys = {
  sign(claims: { sub: string; sid: string; expiresAt: Date }): Promise<string>;
  /** The session that a valid, unexpired token belongs to, or null. */
  findSession(token: string): Promise<string | null>;
  listPublic(): Promise<JWK[]>;
};

type Known = { kid: string; publicJwk: JWK; verifier: CryptoKey; signer: CryptoKey | null };
type Needs = { db: Database; secret: string; issuer: string; now: () => Date };

/** Keys are made when first needed and shared by all nodes; the newest signs, all verify. [U14] */
export function createSigningKeys({ db, secret, issuer, now }: Needs): SigningKeys {
  let keys: Promise<Known[]> | undefined;
  let loadedAt = 0;
  const verified = new Map<string, { sid: string; until: number }>();

  function load(): Promise<Known[]> {
    loadedAt = Date.now();
    const loading = readKeys(db, secret);
    loading.catch(() => {
      keys = undefined;
    });
    keys = loading;
    return loading;
  }

  async function getSigner(): Promise<Known & { signer: CryptoKey }> {
    const isSigner = (key: Known): key is Known & { signer: CryptoKey } => key.signer !== null;
    const known = (await (keys ?? load())).find(isSigner);
    if (known) return known;
    await makeKey(db, secret);
    const made = (await load()).find(isSigner);
    if (!made) throw new Error('The key that signs access tokens could not be read back');
    return made;
  }

  async function findVerifier(kid: string | undefined): Promise<CryptoKey> {
    const find = (all: Known[]) => all.find((key) => key.kid === kid)?.verifier;
    const key = find(await (keys ?? load()));
    if (key) return key;
    const again = Date.now() - loadedAt > RELOAD_MS ? find(await load()) : undefined;
    if (!again) throw new errors.JWKSNoMatchingKey();
    return again;
  }

  return {
    async sign({ sub, sid, expiresAt }) {
      const { kid, signer } = await getSigner();
      return new SignJWT({ sid })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setSubject(sub)
        .setIssuer(issuer)
        .setIssuedAt(now())
        .setExpirationTime(expiresAt)
        .sign(signer);
    },
    async findSession(token) {
      const remembered = verified.get(token);
      if (remembered && remembered.until > now().getTime()) return remembered.sid;
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => findVerifier(kid), {
          algorithms: [ALGORITHM],
          issuer,
          currentDate: now(),
          requiredClaims: ['sub', 'sid', 'exp'],
        });
        const sid = String(payload.sid);
        if (verified.size >= REMEMBERED) verified.clear();
        verified.set(token, { sid, until: Number(payload.exp) * 1000 });
        return sid;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
    async listPublic() {
      await getSigner();
      return (await (keys ?? load())).map((key) => key.publicJwk);
    },
  };
}

async function readKeys(db: Database, secret: string): Promise<Known[]> {
  const rows = await db.drizzle.select().from(signingKey).orderBy(desc(signingKey.seq));
  return Promise.all(
    rows.map(async (row) => {
      const publicJwk = row.publicJwk as JWK;
      // A key sealed with a former secret still verifies what it signed, but signs no more.
      const opened = unseal(secret, PURPOSE, (row.privateJwk as { sealed: string }).sealed);
      return {
        kid: row.id,
        publicJwk: { ...publicJwk, kid: row.id, alg: ALGORITHM, use: 'sig' },
        verifier: (await importJWK(publicJwk, ALGORITHM)) as CryptoKey,
        signer: opened && ((await importJWK(JSON.parse(opened), ALGORITHM)) as CryptoKey),
      } as Known;
    }),
  );
}

async function makeKey(db: Database, secret: string): Promise<void> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
  await db.drizzle.insert(signingKey).values({
    publicJwk: await exportJWK(pair.publicKey),
    privateJwk: { sealed: seal(secret, PURPOSE, privateJwk) },
  });
}
