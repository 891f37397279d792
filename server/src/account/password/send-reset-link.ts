import { decrypt } from '../../access/encrypt.ts';
import { resetPasswordMail } from '../../mail/mails/reset-password.ts';
import type { Services } from '../../services.ts';
import type { TaskAttempt, TaskPayloads } from '../../tasks/task-queue.ts';
import { findActiveMember } from '../find-active-member.ts';
import { makeResetToken } from './reset-tokens.ts';

export const RESET_ADDRESS = 'reset address';

/**
 * Mails a reset link if the address belongs to a member who is not suspended. Runs outside the
 * request, so that known and unknown addresses take the same time. [U4]
 */
export async function sendResetLink(
  { db, env, mailer, clock, secret }: Services,
  { sealed, reason }: TaskPayloads['send_reset_link'],
  { end }: Pick<TaskAttempt, 'end'>,
): Promise<void> {
  const email = decrypt(secret, RESET_ADDRESS, sealed);
  if (!email) return;
  await db.drizzle.transaction(async (tx) => {
    const member = await findActiveMember(tx, email);
    if (!member) return;
    const token = await makeResetToken(tx, member.id);
    const link = { to: member.email, token, now: clock.now(), reason };
    await mailer.send(resetPasswordMail(env, link), tx);
    await end(tx);
  });
}
