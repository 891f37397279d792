import type { Limiter } from '../access/limits/limiter.ts';
import { isFormerMember } from '../deletion/queries.ts';
import type { Services } from '../services.ts';
import type { TaskAttempt } from '../tasks/task-queue.ts';
import { NumberRefused } from './sms-transport.ts';
import { openQueuedSms } from './texter.ts';

/** Messages older than a code's lifetime are not sent, in ms. */
const WORTH_SENDING_MS = 10 * 60_000;

/** Delivers a queued message; a failure is thrown so that the queue retries. */
export async function deliverQueuedSms(
  { db, texter, secret, log, clock, limiter }: Services,
  { sealed }: { sealed: string },
  { signal }: TaskAttempt,
): Promise<void> {
  const queued = openQueuedSms(secret, sealed);
  if (!queued || !texter.transport) {
    log.error('A queued text message cannot be sent and is dropped');
    return;
  }
  const { at, ...sms } = queued;
  if (clock.now().getTime() - Date.parse(at) > WORTH_SENDING_MS) return;
  // A retry may follow the deletion of the account.
  if (sms.member_id && (await isFormerMember(db.drizzle, sms.member_id))) return;
  if (!(await hasBudget(limiter))) {
    log.error('SMS_HOURLY_MAX is reached: a text message is dropped');
    return;
  }
  try {
    await texter.transport.deliver(sms, { signal });
  } catch (error) {
    if (error instanceof NumberRefused) {
      log.warn({ code: error.code }, 'The SMS provider refuses a number');
      return;
    }
    // The log gets no number: Twilio's error message is not read.
    log.warn({ err: error }, 'A text message could not be sent yet');
    throw error;
  }
}

/** Every attempt counts: one that timed out may have been sent, and paid for. */
const hasBudget = (limiter: Limiter) => limiter.hasRoom('sms_by_instance', 'all');
