import type { offer } from '@kindpal/contract/offer/contract';
import { sql } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import { holdMember } from '../access/hold-member.ts';
import { jobOffers } from '../db/schema/offer.ts';
import { lockJob } from '../job/lock-job.ts';
import { ownOpenOffer } from './policy.ts';
import { settleOffers } from './settle-offers.ts';

/** Declines an offer of the caller's, or stops waiting; then the next in line are notified. [J5] */
export async function declineOffer({ input, context }: MemberCall<typeof offer.decline>) {
  const { services, actor } = context;
  const { job_id } = input;
  await services.db.drizzle.transaction(async (tx) => {
    await holdMember(tx, actor);
    await lockJob(tx, job_id);
    await tx
      .update(jobOffers)
      .set({ passed_at: sql`clock_timestamp()` })
      .where(ownOpenOffer(actor.id, job_id));
  });
  // Even if nothing changed: otherwise the time would reveal to a blocked member that there is a
  // job.
  await settleOffers(services, job_id);
}
