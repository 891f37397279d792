import { queueDue } from '../notification/queue-mails.ts';
import type { Services } from '../services.ts';
import { tellOffers } from './tell-offers.ts';

/**
 * Tells at once who a job is offered to, or that it is open to all, when something was done to it. The
 * clock does the same within a minute, should this process end before.
 */
export async function settleOffers(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  jobId: string,
): Promise<void> {
  await tellOffers(db, clock.now(), jobId);
  live.wake();
  await queueDue({ db, clock });
}
