import { member, open } from '../access/guards.ts';
import { canClaimJob } from './can-claim-job.ts';
import { getJob } from './get-job.ts';
import { getPetCare } from './get-pet-care.ts';
import { listJobs } from './list-jobs.ts';
import { moveJob } from './move-job.ts';
import { postJob } from './post-job.ts';

/** Reads find their actor in the statement that does the work; writes are members' only. */
export const jobRouter = {
  list: open.job.list.handler(listJobs),
  get: open.job.get.handler(getJob),
  getPetCare: member.job.getPetCare.handler(getPetCare),
  post: member.job.post.handler(postJob),
  update: member.job.update.handler(({ input, context }) =>
    moveJob({ input: { job_id: input.id, action: 'release' }, context }),
  ),
  move: member.job.move.handler(moveJob),
  canClaim: member.job.canClaim.handler(canClaimJob),
};
