import type { job as jobCalls } from '@kindpal/contract/job/contract';
import { canActOnJob } from '@kindpal/contract/job/rules';
import type { MemberCall } from '../access/call.ts';
import { refusal } from '../wire/refusal.ts';
import { relationToJob } from './policy.ts';
import { factsOf } from './present.ts';
import { findJob } from './queries.ts';

/** Whether the caller could claim the job at this moment; an unknown job is simply no. [J7] */
export async function canClaimJob({ input, context }: MemberCall<typeof jobCalls.canClaim>) {
  const { services, actor } = context;
  if (input.user_id && input.user_id !== actor.id) throw refusal('FORBIDDEN');
  const found = await findJob(services.db, context.credential, input.job_id);
  if (!found) return false;
  const { job, claim } = found;
  const relation = relationToJob(actor, job, claim);
  return canActOnJob('claim', {
    job: factsOf(job, claim),
    relation,
    now: services.clock.now().getTime(),
  });
}
