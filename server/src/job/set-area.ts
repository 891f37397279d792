import type { job } from '@kindpal/contract/job/contract';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import { jobs } from '../db/schema/job.ts';
import { resolveArea } from '../place/resolve-area.ts';
import { getJobDetail } from './get-job.ts';
import { changeLockedJob } from './lock-job.ts';
import { authorizeArea } from './policy.ts';

/**
 * Sets the area of a job that has none. Throws NOT_FOUND, FORBIDDEN for all but the owner,
 * INVALID_INPUT for an unknown place, JOB_AREA_FIXED if it has one or is over. [J2]
 */
export async function setArea({ input, context }: MemberCall<typeof job.setArea>) {
  const { services, actor, credential } = context;
  const { job_id, place_id } = input;
  await changeLockedJob(context, job_id, async (tx, row) => {
    const allowed = authorizeArea(row, actor);
    const { location } = await resolveArea(tx, { place_id });
    await tx.update(jobs).set({ place_id, location }).where(eq(jobs.id, allowed.id));
  });
  return getJobDetail(services, credential, job_id);
}
