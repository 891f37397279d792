import { eq } from 'drizzle-orm';
import { encrypt } from '../../access/encrypt.ts';
import type { Queries } from '../../db/client.ts';
import { authUser } from '../../db/schema/account.ts';
import { isBeingErased } from '../../deletion/queries.ts';
import { emailRestoredMail } from '../../mail/mails/email-restored.ts';
import { mailSuspension } from '../../moderation/mail-suspension.ts';
import type { Services } from '../../services.ts';
import { refusal } from '../../transport/refusal.ts';
import { moveAddress } from '../email/move-address.ts';
import { RESET_ADDRESS } from '../password/send-reset-link.ts';
import type { LockedAccount } from '../policy.ts';
import { clearAccess, clearPrepared } from './clear-access.ts';

/**
 * Gives an account back to the owner of a mailbox: restores that address, ends every session,
 * cancels all pending changes and a requested deletion, removes the password (somebody else knew
 * it), all passkeys, outside identities, the phone and the calendar feed, and all second factors if
 * nobody had confirmed its address. Mails a link to choose a new password, or to a suspended member
 * the link of the suspension. Throws TOKEN_REFUSED once its deletion has begun. [U6] [U8] [U13]
 */
export async function recoverAccount(
  tx: Queries,
  services: Services,
  { account, email }: { account: LockedAccount; email: string },
): Promise<void> {
  const { mailer, env, tasks, secret } = services;
  if (await isBeingErased(tx, account)) throw refusal('TOKEN_REFUSED');
  await tx
    .update(authUser)
    .set({ email, emailVerified: true, updatedAt: new Date() })
    .where(eq(authUser.id, account.id));
  await (account.hasToConfirm ? clearPrepared : clearAccess)(tx, account);
  const sealed = encrypt(secret, RESET_ADDRESS, email);
  await tasks.add('send_reset_link', { sealed, reason: 'given_back' }, tx);
  if (account.email !== email) {
    await moveAddress(tx, account, email);
    await mailer.send({ ...emailRestoredMail(env, account.email), member_id: account.id }, tx);
  }
  // A suspended member gets no link for a password, and the link of the suspension may have been
  // mailed to another mailbox, where it opens nothing any more.
  await mailSuspension(tx, services, account.id);
}
