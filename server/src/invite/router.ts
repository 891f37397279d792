import { member, open, staff, staffWhoMails } from '../access/guards.ts';
import { decideRequest } from './decide-request.ts';
import { disableInvite } from './disable-invite.ts';
import { generateInvite } from './generate-invite.ts';
import { getInviteTree } from './get-invite-tree.ts';
import { findOwnRequest, listRequests } from './list-requests.ts';
import { checkInvite, getOwnInvite } from './queries.ts';
import { replaceInvite } from './replace-invite.ts';
import { requestMore } from './request-more.ts';

/**
 * Nobody can list or write invites: callers get their own, or a yes or no about a code. Staff
 * decide requests. [I1–I3]
 */
export const inviteRouter = {
  getMine: member.invite.getMine.handler(getOwnInvite),
  generate: member.invite.generate.handler(generateInvite),
  replace: member.invite.replace.handler(replaceInvite),
  getTree: member.invite.getTree.handler(getInviteTree),
  requestMore: member.invite.requestMore.handler(requestMore),
  findMyRequest: member.invite.findMyRequest.handler(findOwnRequest),
  listRequests: staff.invite.listRequests.handler(listRequests),
  decideRequest: staffWhoMails.invite.decideRequest.handler(decideRequest),
  disable: staff.invite.disable.handler(disableInvite),
  check: open.invite.check.handler(checkInvite),
};
