import { member, open } from '../access/guards.ts';
import { generateInvite } from './generate-invite.ts';
import { checkInvite, getOwnInvite } from './queries.ts';

/** Nobody lists or writes invites: one's own, or a yes or no about a code. [I1–I3] */
export const inviteRouter = {
  getMine: member.invite.getMine.handler(getOwnInvite),
  generate: member.invite.generate.handler(generateInvite),
  check: open.invite.check.handler(checkInvite),
};
