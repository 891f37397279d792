import { eq } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { authAccount, authUser } from '../../db/schema/account.ts';
import { deletionRequest } from '../../db/schema/deletion.ts';
import { factor, recoveryCode } from '../../db/schema/factor.ts';
import { passkey } from '../../db/schema/passkey.ts';
import { endFeed } from '../../notification/calendar/end-feed.ts';
import type { LockedAccount } from '../policy.ts';
import { isCredentialOf, isOutsideIdentityOf } from '../session/credential.ts';
import { endSessions } from '../session/end-sessions.ts';

/**
 * Ends what somebody else may have set up in a locked account: sessions, password, passkeys,
 * outside identities, the phone, a requested deletion and the calendar feed. Only the mailbox opens
 * the account then. Second factors stay. [U6] [U8]
 */
export async function clearAccess(tx: Queries, account: LockedAccount): Promise<void> {
  const { id } = account;
  // Before ending the sessions, because a concurrent sign-in checks this row last.
  await tx
    .update(authAccount)
    .set({ password: null, updatedAt: new Date() })
    .where(isCredentialOf(id));
  // Somebody else may have added one, and nothing shows who did.
  await tx.delete(passkey).where(eq(passkey.userId, id));
  await tx.delete(authAccount).where(isOutsideIdentityOf(id));
  await tx
    .update(authUser)
    .set({ phone: null, phoneConfirmedAt: null, updatedAt: new Date() })
    .where(eq(authUser.id, id));
  await endSessions(tx, account);
  await tx.delete(deletionRequest).where(eq(deletionRequest.userId, id));
  await endFeed(tx, id);
}

/**
 * The same for an account whose address nobody had confirmed, and its second factors: the person
 * who signed up may have entered somebody else's address, and added one that would lock the
 * owner of the mailbox out. [U1] [U13]
 */
export async function clearPrepared(tx: Queries, account: LockedAccount): Promise<void> {
  await clearAccess(tx, account);
  await tx.delete(factor).where(eq(factor.userId, account.id));
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, account.id));
}
