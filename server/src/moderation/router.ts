import { member, open, staff, staffWhoMails, superAdmin } from '../access/guards.ts';
import { appealDecision, appealSuspension, getSuspension } from './appeal.ts';
import { getSummary } from './get-summary.ts';
import { listAppeals, listOwnDecisions } from './list-decisions.ts';
import { getPostReview, setPostReview } from './post-review.ts';
import { suspendMember } from './suspend-member.ts';
import { mailAccountLink, manageAccount, textAccountCode } from './suspended-account.ts';
import { decideAppeal, undoDecision } from './undo-decision.ts';

/** Staff decisions about members, and the members' appeals. */
export const moderationRouter = {
  suspend: staffWhoMails.moderation.suspend.handler(suspendMember),
  undo: staffWhoMails.moderation.undo.handler(undoDecision),
  decideAppeal: staffWhoMails.moderation.decideAppeal.handler(decideAppeal),
  listMine: member.moderation.listMine.handler(listOwnDecisions),
  appeal: member.moderation.appeal.handler(appealDecision),
  getPostReview: staff.moderation.getPostReview.handler(getPostReview),
  setPostReview: superAdmin.moderation.setPostReview.handler(setPostReview),
  listAppeals: staff.moderation.listAppeals.handler(listAppeals),
  getSummary: open.moderation.getSummary.handler(getSummary),
  // Without a session: the link proves who the reader is.
  getSuspension: open.moderation.getSuspension.handler(getSuspension),
  appealSuspension: open.moderation.appealSuspension.handler(appealSuspension),
  mailAccountLink: open.moderation.mailAccountLink.handler(mailAccountLink),
  textAccountCode: open.moderation.textAccountCode.handler(textAccountCode),
  manageAccount: open.moderation.manageAccount.handler(manageAccount),
};
