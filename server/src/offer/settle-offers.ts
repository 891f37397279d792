import { queueDue } from '../notification/queue/queue-mails.ts';
import type { Services } from '../services.ts';
import { notifyOffers } from './notify-offers.ts';

/**
 * Immediately notifies those a job is offered to, or everybody if it is open to all, after
 * something about it changed. The scheduler does the same within a minute, if this process dies
 * first.
 */
export async function settleOffers(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  jobId: string,
): Promise<void> {
  await notifyOffers(db, clock.now(), jobId);
  live.wake();
  await queueDue({ db, clock });
}
