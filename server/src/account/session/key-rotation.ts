import { desc, inArray, sql } from 'drizzle-orm';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { decrypt, encrypt } from '../../access/encrypt.ts';
import type { Database, Queries } from '../../db/client.ts';
import { signingKey } from '../../db/schema/account.ts';

export const ALGORITHM = 'ES256';
export const PURPOSE = 'signing key';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long one key signs. [U14] */
export const SIGNS_MS = 90 * DAY_MS;
/** A key is published this long before it signs, so that caches of public keys have it in time. */
const PUBLISHED_BEFORE_MS = DAY_MS;
/** A key is removed this long after its successor started signing, when its tokens have expired. */
const KEPT_AFTER_MS = HOUR_MS;

export type KeyRow = {
  id: string;
  publicJwk: JWK;
  privateJwk: { sealed: string };
  activatesAt: Date;
};
/** The time is read in one's turn: a key made while waiting must not seem to be of the future. */
type Needs = { db: Database; secret: string; now: () => Date };
type Instance = { db: Database; secret: string; clock: { now(): Date } };

/** All keys, the latest to become active first. */
export async function listKeys(tx: Queries): Promise<KeyRow[]> {
  const rows = await tx
    .select()
    .from(signingKey)
    .orderBy(desc(signingKey.activatesAt), desc(signingKey.seq));
  return rows as KeyRow[];
}

/** The signing key at a given time: the newest active one. */
export function signerOf<Key extends KeyRow>(keys: Key[], now: Date): Key | undefined {
  return keys.find(({ activatesAt }) => activatesAt <= now);
}

/** Makes a key that is active immediately, unless another node has just made one. [U14] */
export async function makeFirstKey({ db, secret, now }: Needs): Promise<void> {
  await inTurn(db, async (tx) => {
    const own = await listOwnKeys(tx, secret);
    if (!signerOf(own, now())) await makeKey(tx, secret, now());
  });
}

/**
 * Publishes the next key a day before it becomes active, every 90 days, and removes keys whose
 * tokens have all expired. Any number of nodes may call this at the same time. [U14]
 */
export async function rotateSigningKeys({ db, secret, clock }: Instance): Promise<void> {
  const now = clock.now();
  await inTurn(db, async (tx) => {
    const all = await listKeys(tx);
    const own = await listOwnKeys(tx, secret);
    const [newest] = own;
    // Without any key, the first call that needs one makes it.
    if (!newest) return;
    const due = newest.activatesAt.getTime() + SIGNS_MS;
    const soonest = now.getTime() + PUBLISHED_BEFORE_MS;
    if (due <= soonest) await makeKey(tx, secret, new Date(soonest));
    const signer = signerOf(own, now);
    if (!signer || signer.activatesAt.getTime() + KEPT_AFTER_MS > now.getTime()) return;
    const retired = all.slice(all.findIndex(({ id }) => id === signer.id) + 1);
    const ids = retired.map(({ id }) => id);
    if (ids.length > 0) await tx.delete(signingKey).where(inArray(signingKey.id, ids));
  });
}

async function listOwnKeys(tx: Queries, secret: string): Promise<KeyRow[]> {
  const all = await listKeys(tx);
  return all.filter(({ privateJwk }) => decrypt(secret, PURPOSE, privateJwk.sealed) !== null);
}

/** Nodes take turns, so that each sees what the previous one has made. */
function inTurn(db: Database, work: (tx: Queries) => Promise<void>): Promise<void> {
  return db.drizzle.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('auth.signing_key'))`);
    await work(tx);
  });
}

async function makeKey(tx: Queries, secret: string, activatesAt: Date): Promise<void> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
  await tx.insert(signingKey).values({
    publicJwk: await exportJWK(pair.publicKey),
    privateJwk: { sealed: encrypt(secret, PURPOSE, privateJwk) },
    activatesAt,
  });
}
