import type { ShownCredential } from '@kindpal/contract/passkey/schema';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { passkey } from '../db/schema/passkey.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';
import { findCredential, type PasskeyRow } from './queries.ts';
import { checkShown } from './webauthn.ts';

type Shown = { credential: ShownCredential; challenge: string };

/**
 * The passkey that signed this challenge, and its new counter. A refusal does not reveal its
 * reason. Throws PASSKEY_REFUSED. [U13]
 */
export async function findShown(
  { db, env }: Services,
  { credential, challenge }: Shown,
): Promise<{ own: PasskeyRow; counter: number }> {
  const own = await findCredential(db.drizzle, credential.id);
  if (!own) throw refusal('PASSKEY_REFUSED');
  const { userHandle } = credential.response;
  // A browser may omit the member; one that names another is refused.
  if (userHandle && Buffer.from(userHandle, 'base64url').toString('utf8') !== own.userId) {
    throw refusal('PASSKEY_REFUSED');
  }
  return { own, counter: await checkShown(env, { credential, challenge, kept: own }) };
}

/**
 * Records the use of a passkey. Of two uses with the same counter only one succeeds. Throws
 * PASSKEY_REFUSED. [U13]
 */
export async function usePasskey(
  tx: Queries,
  { clock }: Pick<Services, 'clock'>,
  { own, counter }: { own: PasskeyRow; counter: number },
): Promise<void> {
  const isNext = or(
    lt(passkey.counter, counter),
    and(eq(passkey.counter, 0), sql`${counter}::bigint = 0`),
  );
  const used = await tx
    .update(passkey)
    .set({ counter, lastUsedAt: clock.now() })
    .where(and(eq(passkey.id, own.id), isNext))
    .returning({ id: passkey.id });
  if (used.length === 0) throw refusal('PASSKEY_REFUSED');
}
