import { member, open, staff, staffWhoMails } from '../access/guards.ts';
import { countFeedback, getFeedback, listFeedback, listMyFeedback } from './list-feedback.ts';
import { sendFeedback } from './send-feedback.ts';
import { updateFeedback } from './update-feedback.ts';

/**
 * Anybody may send feedback; members read their own requests and the answers; staff read and
 * answer all. A visitor's address is used only for the follow-up they asked for.
 */
export const feedbackRouter = {
  send: open.feedback.send.handler(sendFeedback),
  listMine: member.feedback.listMine.handler(listMyFeedback),
  list: staff.feedback.list.handler(listFeedback),
  get: staff.feedback.get.handler(getFeedback),
  count: staff.feedback.count.handler(countFeedback),
  update: staffWhoMails.feedback.update.handler(updateFeedback),
};
