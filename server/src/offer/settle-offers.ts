import { queueDue } from '../notification/queue/queue-mails.ts';
import type { Services } from '../services.ts';
import { notifyOffers } from './notify-offers.ts';

/**
 * Immediately notifies those a job is offered to, or everybody if it is open to all, after
 * something about it changed. If that fails, or this process dies first, the scheduler does the
 * same within a minute: the caller's change is already committed.
 */
export async function settleOffers(
  { db, clock, live, log }: Pick<Services, 'db' | 'clock' | 'live' | 'log'>,
  jobId: string,
): Promise<void> {
  try {
    await notifyOffers(db, clock.now(), jobId);
    live.wake();
    await queueDue({ db, clock });
  } catch (error) {
    log.warn({ err: error, job: jobId }, 'The notifications of a job were left to the next run');
  }
}
