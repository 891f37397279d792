import { eq } from 'drizzle-orm';
import type { Actor } from '../../access/actor.ts';
import type { Queries } from '../../db/client.ts';
import { authSession } from '../../db/schema/account.ts';
import { refusal } from '../../transport/refusal.ts';
import { type LockedAccount, lockActiveAccount } from '../policy.ts';

/**
 * Locks the caller's account and session: a concurrent reset, sign-out or suspension wins. Throws
 * UNAUTHORIZED if the session has ended. [U6]
 */
export async function holdSession(
  tx: Queries,
  { id, session_id }: Pick<Actor, 'id' | 'session_id'>,
): Promise<LockedAccount> {
  const account = await lockActiveAccount(tx, id);
  if (!account) throw refusal('UNAUTHORIZED');
  if (!(await lockSession(tx, session_id))) throw refusal('UNAUTHORIZED');
  return account;
}

/** Locks a session, after its account; false if it has ended. */
export async function lockSession(tx: Queries, id: string): Promise<boolean> {
  const [session] = await tx
    .select({ id: authSession.id })
    .from(authSession)
    .where(eq(authSession.id, id))
    .for('update');
  return session !== undefined;
}
