import type { Mail } from '../../mail/mailer.ts';
import { refusalOfMail } from '../../mail/refused-mail.ts';
import type { Services } from '../../services.ts';
import { recordOutcome } from '../../tasks/record-outcome.ts';
import type { TaskAttempt } from '../../tasks/task-queue.ts';
import { noteMail, noteMailbox, noteRefused } from './note-mail.ts';

type Outgoing = {
  mail: Mail;
  /** The same for every attempt. */
  name: string;
  member_id: string;
  /** The notifications in it. */
  ids: string[];
};

/**
 * Sends an email and records the outcome. A failure is thrown, so that the queue retries; a
 * permanent refusal, and the failure of the last attempt, are recorded as final.
 */
export async function deliverMail(
  services: Services,
  { mail, name, member_id, ids }: Outgoing,
  { signal, isLast }: TaskAttempt,
): Promise<void> {
  try {
    await services.mailer.transport.deliver(
      { ...mail, member_id },
      { signal, name: name.replaceAll('-', ''), isReported: true },
    );
  } catch (error) {
    services.log.warn({ err: error, notification: name }, 'An email could not be sent yet');
    const refusal = refusalOfMail(error);
    if (refusal) {
      await recordOutcome(() => noteRefused(services, { ids, member_id }, refusal), signal);
      return;
    }
    const state = isLast ? 'failed' : 'queued';
    await noteMail(services, ids, { state, reason: 'unreachable' });
    throw error;
  }
  await recordOutcome(async () => {
    await noteMail(services, ids, { state: 'sent', reason: null });
    if (!services.env.mailReports) await noteMailbox(services, member_id, true);
  }, signal);
}
