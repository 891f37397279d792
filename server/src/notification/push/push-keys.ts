import { createECDH } from 'node:crypto';
import { decrypt, encrypt } from '../../access/encrypt.ts';
import { pushKeys } from '../../db/schema/notification.ts';
import type { Services } from '../../services.ts';

const PURPOSE = 'push key';

/** The key pair for subscribing and signing: P-256 values, base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

type Needs = Pick<Services, 'db' | 'secret'>;

/**
 * This instance's key pair for push services (RFC 8292), made at the first start: the first of
 * several nodes wins. If another secret encrypted it, it is replaced, and its devices are
 * removed, because messages for them could not be signed.
 */
export async function getPushKeys({ db, secret }: Needs): Promise<PushKeys> {
  const kept = await findKeys({ db, secret });
  if (kept) return kept;
  await db.drizzle.transaction(async (tx) => {
    await tx.execute('SELECT pg_advisory_xact_lock(7112028)');
    if (await findKeys({ db: { ...db, drizzle: tx as never }, secret })) return;
    await tx.delete(pushKeys);
    await tx.execute('DELETE FROM push_subscriptions');
    await tx.insert(pushKeys).values(makeKeys(secret));
  });
  const made = await findKeys({ db, secret });
  if (!made) throw new Error('push keys were not made');
  return made;
}

async function findKeys({ db, secret }: Needs): Promise<PushKeys | null> {
  const [row] = await db.drizzle.select().from(pushKeys);
  const text = row && decrypt(secret, PURPOSE, row.private_key);
  return row && text ? { publicKey: row.public_key, privateKey: text } : null;
}

function makeKeys(secret: string) {
  const pair = createECDH('prime256v1');
  const public_key = pair.generateKeys('base64url');
  // Pads small numbers to 32 bytes.
  const number = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return { public_key, private_key: encrypt(secret, PURPOSE, number.toString('base64url')) };
}
