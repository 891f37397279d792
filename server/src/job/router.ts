import { member, open } from '../access/guards.ts';
import { canClaimJob } from './can-claim-job.ts';
import { getJob } from './get-job.ts';
import { getPetCare } from './get-pet-care.ts';
import { listJobs } from './list/list-jobs.ts';
import { listOwners } from './list/list-owners.ts';
import { listJobEvents } from './list-events.ts';
import { moveJob } from './move-job.ts';
import { countMyJobs } from './my-jobs/count-my-jobs.ts';
import { getAgenda } from './my-jobs/get-agenda.ts';
import { listMyJobs } from './my-jobs/list-my-jobs.ts';
import { postJob } from './post-job.ts';
import { listRequirements } from './requirements/list-requirements.ts';
import { setRequirements } from './requirements/set-requirements.ts';
import { setArea } from './set-area.ts';

/** Reads find their actor in the statement that does the work; writes are for members only. */
export const jobRouter = {
  list: open.job.list.handler(listJobs),
  listMine: open.job.listMine.handler(listMyJobs),
  countMine: member.job.countMine.handler(countMyJobs),
  getAgenda: member.job.getAgenda.handler(getAgenda),
  listOwners: member.job.listOwners.handler(listOwners),
  listRequirements: member.job.listRequirements.handler(listRequirements),
  get: open.job.get.handler(getJob),
  getPetCare: member.job.getPetCare.handler(getPetCare),
  listEvents: member.job.listEvents.handler(listJobEvents),
  post: member.job.post.handler(postJob),
  update: member.job.update.handler(({ input, context }) =>
    moveJob({ input: { job_id: input.id, action: 'release' }, context }),
  ),
  setArea: member.job.setArea.handler(setArea),
  setRequirements: member.job.setRequirements.handler(setRequirements),
  move: member.job.move.handler(moveJob),
  canClaim: member.job.canClaim.handler(canClaimJob),
};
