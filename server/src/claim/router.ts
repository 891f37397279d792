import { member, open } from '../access/guards.ts';
import { claimJob } from './claim-job.ts';
import { listClaims } from './list-claims.ts';
import { releaseClaim, releaseClaimOfJob } from './release-claim.ts';

/** `create` finds its actor in the statement that claims, and refuses visitors itself. */
export const claimRouter = {
  list: member.claim.list.handler(listClaims),
  create: open.claim.create.handler(claimJob),
  remove: member.claim.remove.handler(releaseClaim),
  removeByJob: member.claim.removeByJob.handler(releaseClaimOfJob),
};
