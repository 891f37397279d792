import type { offer } from '@kindpal/contract/offer/contract';
import { sql } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import { holdMember } from '../access/hold-member.ts';
import { jobOffers } from '../db/schema/offer.ts';
import { lockJob } from '../job/lock-job.ts';
import { isOwnerWithdrawnFrom } from '../job/policy.ts';
import { ownOpenOffer } from './policy.ts';
import { settleOffers } from './settle-offers.ts';

/** Whether the sitter is still shown the job's owner, who is not suspended. */
const IS_SHOWN = `EXISTS (SELECT FROM jobs job JOIN users owner ON owner.id = job.owner_id
  WHERE job.id = job_offers.job_id AND NOT ${isOwnerWithdrawnFrom('job_offers.sitter_id')})`;

/** Declines an offer of the caller's, or stops waiting; then the next in line are notified. [J5] */
export async function declineOffer({ input, context }: MemberCall<typeof offer.decline>) {
  const { services, actor } = context;
  const { job_id } = input;
  const isShown = await services.db.drizzle.transaction(async (tx) => {
    await holdMember(tx, actor);
    const own = ownOpenOffer(actor.id, job_id);
    const is_shown = sql<boolean>`${sql.raw(IS_SHOWN)}`;
    const [offered] = await tx.select({ is_shown }).from(jobOffers).where(own);
    if (!offered) return false;
    // The time of the lock would reveal, as to a blocked member, that the job changes.
    if (offered.is_shown) await lockJob(tx, job_id);
    await tx.update(jobOffers).set({ passed_at: sql`clock_timestamp()` }).where(own);
    return offered.is_shown;
  });
  if (isShown) await settleOffers(services, job_id);
}
