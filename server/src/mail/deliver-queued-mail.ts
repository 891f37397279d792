import { createHash } from 'node:crypto';
import { emailProblem } from '@kindpal/contract/text/rules';
import { decrypt } from '../access/encrypt.ts';
import type { Services } from '../services.ts';
import type { TaskAttempt } from '../tasks/task-queue.ts';
import { type Mail, QUEUED_MAIL } from './mailer.ts';

/** Delivers one queued mail; what fails is logged, and thrown so that the queue tries again. */
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
    log.error('A queued mail names nobody that a mail can reach and is dropped');
    return;
  }
  const name = nameOf(sealed);
  try {
    await mailer.transport.deliver(mail, { signal, name });
  } catch (error) {
    // Never the subject: that of a sign-in mail holds a code that is still valid.
    log.warn({ err: error, mail: name }, 'A mail could not be sent yet');
    throw error;
  }
}

/** Every attempt at a mail bears one name, by which its reader recognizes a second copy. */
function nameOf(sealed: string): string {
  return createHash('sha256').update(sealed).digest('hex').slice(0, 32);
}
