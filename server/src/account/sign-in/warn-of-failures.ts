import { decrypt, encrypt } from '../../access/encrypt.ts';
import { failedSignInsMail } from '../../mail/mails/failed-sign-ins.ts';
import type { Services } from '../../services.ts';
import type { TaskAttempt } from '../../tasks/task-queue.ts';
import { findActiveMember } from '../find-active-member.ts';

const WARNED_ADDRESS = 'warned address';

/**
 * Queues a warning to an address, at most once a day. Known and unknown addresses are treated the
 * same. [U3]
 */
export async function queueFailureWarning(
  { limiter, tasks, secret }: Services,
  email: string,
): Promise<void> {
  if (!(await limiter.hasRoom('failure_mail_by_address', email))) return;
  await tasks.add('warn_of_failures', { sealed: encrypt(secret, WARNED_ADDRESS, email) });
}

/** Warns a member that somebody is trying passwords, if the address belongs to a member. [U3] */
export async function warnOfFailures(
  { db, env, mailer, secret }: Services,
  { sealed }: { sealed: string },
  { end }: Pick<TaskAttempt, 'end'>,
): Promise<void> {
  const email = decrypt(secret, WARNED_ADDRESS, sealed);
  if (!email) return;
  await db.drizzle.transaction(async (tx) => {
    const member = await findActiveMember(tx, email);
    if (!member) return;
    await mailer.send(failedSignInsMail(env, member.email), tx);
    await end(tx);
  });
}
