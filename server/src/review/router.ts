import { member, open, staff, staffWhoMails } from '../access/guards.ts';
import { listForStaff, listReviewable, listReviews } from './list-reviews.ts';
import { hideReview, restoreReview } from './moderate-review.ts';
import { replyToReview } from './reply-to-review.ts';
import { writeReview } from './write-review.ts';

/** Members review each other and read published reviews; staff moderate them. */
export const reviewRouter = {
  list: open.review.list.handler(listReviews),
  write: member.review.write.handler(writeReview),
  reply: member.review.reply.handler(replyToReview),
  listReviewable: member.review.listReviewable.handler(listReviewable),
  listForStaff: staff.review.listForStaff.handler(listForStaff),
  hide: staffWhoMails.review.hide.handler(hideReview),
  restore: staffWhoMails.review.restore.handler(restoreReview),
};
