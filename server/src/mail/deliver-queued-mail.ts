import { createHash } from 'node:crypto';
import { emailProblem } from '@kindpal/contract/text/rules';
import { decrypt } from '../access/encrypt.ts';
import type { Services } from '../services.ts';
import type { TaskAttempt } from '../tasks/task-queue.ts';
import { type Mail, QUEUED_MAIL } from './mailer.ts';

/** Delivers a queued mail; a failure is logged and thrown, so that the queue retries. */
export async function deliverQueuedMail(
  { mailer, secret, log }: Services,
  { sealed }: { sealed: string },
  { signal }: TaskAttempt,
): Promise<void> {
  const text = decrypt(secret, QUEUED_MAIL, sealed);
  if (text === null) {
    log.error('A queued mail was encrypted with another secret and is dropped');
    return;
  }
  const mail = JSON.parse(text) as Mail;
  if (emailProblem(mail.to)) {
    log.error('A queued mail has no valid recipient and is dropped');
    return;
  }
  const name = nameOf(sealed);
  try {
    await mailer.transport.deliver(mail, { signal, name });
  } catch (error) {
    // Never the subject: a sign-in mail has a valid code in it.
    log.warn({ err: error, mail: name }, 'A mail could not be sent yet');
    throw error;
  }
}

/** Every attempt at a mail has the same name, so that its reader can recognize a duplicate. */
function nameOf(sealed: string): string {
  return createHash('sha256').update(sealed).digest('hex').slice(0, 32);
}
