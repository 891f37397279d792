import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { LockedAccount } from '../account/policy.ts';
import type { Queries } from '../db/client.ts';
import { authAccount, authSession, authUser } from '../db/schema/account.ts';
import { passkey } from '../db/schema/passkey.ts';
import { refusal } from '../transport/refusal.ts';

/*
 * Anybody may begin to sign in with a passkey; which account it opens, only the passkey says. A member
 * sees, names and uses their own passkeys only; anybody else's are not there. To add or remove one takes
 * what it takes to change a second factor (`lockForFactors`). A passkey always asks for a finger, a
 * face or a PIN, so showing it makes a session aal2. Having one asks nobody for anything: the password
 * goes on to work as before. The last way to sign in stays: a password, another passkey, an outside
 * identity or a confirmed mailbox. Staff see nobody's passkeys; a super admin's reset of second factors removes them.
 */

/** Throws LAST_WAY_IN where a locked account has no way in left. [U13] */
export async function requireWayIn(tx: Queries, account: LockedAccount): Promise<void> {
  if (!(await hasWayIn(tx, account))) throw refusal('LAST_WAY_IN');
}

/** Whether a locked account has a way in: a password, a passkey, an outside identity, a mailbox. [U12] [U13] */
export async function hasWayIn(tx: Queries, { id }: LockedAccount): Promise<boolean> {
  const [left] = await tx
    .select({
      hasWay: sql<boolean>`${authUser.emailVerified}
        or exists (select from ${passkey} where ${eq(passkey.userId, authUser.id)})
        or exists (select from ${authAccount} where ${and(
          eq(authAccount.userId, authUser.id),
          or(isNotNull(authAccount.password), isNotNull(authAccount.issuer)),
        )})`,
    })
    .from(authUser)
    .where(eq(authUser.id, id));
  return left?.hasWay ?? false;
}

/** The rows of one passkey of this member's: none, where it is somebody else's. */
export const isOwnPasskey = (id: string, userId: string) =>
  and(eq(passkey.id, id), eq(passkey.userId, userId));

/** The sessions of a member that a passkey raised, as a WHERE. */
export const raisedByPasskey = (userId: string) =>
  and(eq(authSession.userId, userId), eq(authSession.factorMethod, 'passkey'));
