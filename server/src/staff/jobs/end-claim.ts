import type { staff } from '@kindpal/contract/staff/contract';
import type { ModeratedJob } from '@kindpal/contract/staff/moderation';
import type { MemberCall } from '../../access/call.ts';
import { settleOffers } from '../../offer/settle-offers.ts';
import { viewIfRefused, viewOfJob } from '../activity/record-view.ts';
import { showModeratedJob } from '../moderation.ts';
import { moveAsStaff } from './move-as-staff.ts';

/**
 * Ends the claim of a job that is claimed or in progress, for two members who cannot continue
 * together; both are notified and read the reason. A trigger closes requests to end it. Throws the
 * errors of `moveAsStaff`. [S4] [J9]
 */
export async function endClaim({
  input,
  context,
}: MemberCall<typeof staff.endClaim>): Promise<ModeratedJob> {
  const { services, actor } = context;
  const { job_id } = input;
  const now = services.clock.now();
  await viewIfRefused(context, viewOfJob(job_id), (tx) =>
    moveAsStaff(tx, actor, { ...input, action: 'end_claim', now }),
  );
  await settleOffers(services, job_id);
  return showModeratedJob(context, job_id);
}
