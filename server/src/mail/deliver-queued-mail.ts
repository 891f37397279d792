import { emailProblem } from '@kindpal/contract/text/rules';
import { decrypt } from '../access/encrypt.ts';
import { isFormerMember } from '../deletion/queries.ts';
import {
  type DeliveryOf,
  deliveryId,
  noteDelivery,
} from '../notification/delivery/note-delivery.ts';
import { noteMailbox } from '../notification/delivery/note-mail.ts';
import type { Services } from '../services.ts';
import { recordOutcome } from '../tasks/record-outcome.ts';
import type { TaskAttempt } from '../tasks/task-queue.ts';
import { findRecipient, type Mail, QUEUED_MAIL } from './mailer.ts';
import { refusalOfMail } from './refused-mail.ts';

/**
 * Delivers a queued mail and records its kind and delivery status, never its text or address. A
 * failure is logged and thrown, so that the queue retries; a permanent refusal is final.
 */
export async function deliverQueuedMail(
  services: Services,
  { sealed }: { sealed: string },
  { signal, isLast }: TaskAttempt,
): Promise<void> {
  const { mailer, secret, log } = services;
  const text = decrypt(secret, QUEUED_MAIL, sealed);
  if (text === null) {
    log.error('A queued mail was encrypted with another secret and is dropped');
    return;
  }
  // What it is about, and for, is for staff's list of deliveries, and never part of the email.
  const { about_id = null, to_visitor = false, ...mail } = JSON.parse(text) as Mail;
  if (emailProblem(mail.to)) {
    log.error('A queued mail has no valid recipient and is dropped');
    return;
  }
  // A retry may follow the deletion of the account that the mail belongs to.
  if (mail.member_id && (await isFormerMember(services.db.drizzle, mail.member_id))) return;
  // The same for every attempt, so that its reader can recognize a duplicate.
  const name = deliveryId(sealed);
  const member_id = (await findRecipient(services.db.drizzle, { to: mail.to, to_visitor })) ?? null;
  const type = mail.kind ?? 'email';
  const delivery = { id: name, channel: 'email', type, member_id, about_id } as const;
  // A process may end after it recorded the outcome and before the queue knew it.
  if (!(await noteDelivery(services, delivery, { state: 'queued', reason: null }))) return;
  try {
    await mailer.transport.deliver(mail, { signal, name, isReported: true });
  } catch (error) {
    // Never the subject: a sign-in mail has a valid code in it.
    log.warn({ err: error, mail: name }, 'A mail could not be sent yet');
    if (await noteRefusal(services, delivery, error)) return;
    const state = isLast ? 'failed' : 'queued';
    await noteDelivery(services, delivery, { state, reason: 'unreachable' });
    throw error;
  }
  await recordOutcome(async () => {
    if (member_id && !services.env.mailReports) await noteMailbox(services, member_id, true);
    await noteDelivery(services, delivery, { state: 'sent', reason: null });
  }, signal);
}

/**
 * Records a permanent refusal, and for a mailbox that it refuses emails; returns false for any
 * other failure.
 */
async function noteRefusal(
  services: Services,
  delivery: DeliveryOf,
  error: unknown,
): Promise<boolean> {
  const refusal = refusalOfMail(error);
  if (!refusal) return false;
  const { member_id } = delivery;
  // The mailbox first: once the delivery is final, nothing is sent that would record the rest.
  if (refusal.state === 'bounced' && member_id) await noteMailbox(services, member_id, false);
  await noteDelivery(services, delivery, { ...refusal, reason: 'rejected' });
  return true;
}
