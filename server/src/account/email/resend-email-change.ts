import { and, eq, gt } from 'drizzle-orm';
import { decrypt } from '../../access/encrypt.ts';
import { emailChange } from '../../db/schema/account.ts';
import { findAddressee } from '../../mail/mailer.ts';
import { confirmEmailMail } from '../../mail/mails/confirm-email.ts';
import type { Services } from '../../services.ts';
import type { TaskAttempt } from '../../tasks/task-queue.ts';
import { lockActiveAccount } from '../policy.ts';
import { hashToken, makeToken } from '../tokens.ts';
import { isTaken, mayMailChange } from './change-email.ts';

export const CHANGING_ADDRESS = 'changing address';

/**
 * Mails the confirmation link of a pending address again; the old link stops working, the
 * deadline to confirm stays. [U9]
 */
export async function resendEmailChange(
  { db, env, mailer, clock, secret, limiter }: Services,
  { sealed }: { sealed: string },
  { end }: Pick<TaskAttempt, 'end'>,
): Promise<void> {
  const email = decrypt(secret, CHANGING_ADDRESS, sealed);
  if (!email) return;
  const userId = await findAddressee(db.drizzle, email);
  if (userId === undefined) return;
  const [pending] = await db.drizzle
    .select({ to: emailChange.newEmail })
    .from(emailChange)
    .where(eq(emailChange.userId, userId));
  if (!pending) return;
  if (!(await mayMailChange({ limiter }, { userId, to: pending.to, isAgain: true }))) return;
  await db.drizzle.transaction(async (tx) => {
    if (!(await lockActiveAccount(tx, userId))) return;
    const token = makeToken();
    const [waiting] = await tx
      .update(emailChange)
      .set({ tokenHash: hashToken(token) })
      .where(
        and(
          eq(emailChange.userId, userId),
          eq(emailChange.newEmail, pending.to),
          gt(emailChange.expiresAt, clock.now()),
        ),
      )
      .returning({ to: emailChange.newEmail });
    if (!waiting || (await isTaken({ tx, clock }, { userId, email: waiting.to }))) return;
    const mail = confirmEmailMail(env, waiting.to, token);
    await mailer.send({ ...mail, member_id: userId }, tx);
    await end(tx);
  });
}
