import type { job as jobCalls } from '@kindpal/contract/job/contract';
import type { MemberCall } from '../access/call.ts';
import { refusal } from '../transport/refusal.ts';
import { MAY_CLAIM, MAY_CLAIM_PET } from './policy.ts';

const CAN_CLAIM = `SELECT FROM jobs job CROSS JOIN users actor
  WHERE actor.id = $1 AND job.id = $2 AND ${MAY_CLAIM} AND ${MAY_CLAIM_PET}`;

/** Whether the caller could claim the job now; false for an unknown job. [J7] */
export async function canClaimJob({ input, context }: MemberCall<typeof jobCalls.canClaim>) {
  const { services, actor } = context;
  if (input.user_id && input.user_id !== actor.id) throw refusal('FORBIDDEN');
  const found = await services.db.prepared('can-claim', CAN_CLAIM, [
    actor.id,
    input.job_id,
    services.clock.now(),
  ]);
  return found.length > 0;
}
