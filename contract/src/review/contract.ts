import { z } from 'zod';
import { moderationReasonSchema } from '../staff/moderation.ts';
import { base, cursorSchema, page, pageSize, uuidSchema } from '../transport/base.ts';
import {
  moderatedReviewSchema,
  ownReviewSchema,
  replySchema,
  reviewableSchema,
  reviewDraftSchema,
  reviewSchema,
} from './schema.ts';

export const review = {
  /** The published reviews of a member, newest first; for members. [R9] [X2] */
  list: base
    .route({ method: 'GET', path: '/rest/v1/reviews', tags: ['reviews'] })
    .input(
      z.strictObject({
        reviewee_id: uuidSchema,
        cursor: cursorSchema,
        limit: pageSize(10, 50),
      }),
    )
    .output(page(reviewSchema)),

  /**
   * Reviews the other side of a claim, within 14 days of its end; can be rewritten until it is
   * published. NOT_FOUND for others' claims. [R9] [X2]
   */
  write: base
    .route({ method: 'POST', path: '/rest/v1/reviews', successStatus: 201, tags: ['reviews'] })
    .errors({
      REVIEW_PUBLISHED: {
        status: 409,
        message: 'Your review is published and can’t be changed anymore.',
      },
      REVIEW_CLOSED: { status: 409, message: 'This job can’t be reviewed now.' },
    })
    .input(reviewDraftSchema.extend({ claim_id: uuidSchema, reviewer_id: uuidSchema.optional() }))
    .output(ownReviewSchema),

  /** Replies in public to a published review about the caller, once. [R9] */
  reply: base
    .route({ method: 'POST', path: '/rest/v1/rpc/reply_to_review', tags: ['rpc'] })
    .errors({
      ALREADY_REPLIED: { status: 409, message: 'You have already replied to this review.' },
    })
    .input(z.strictObject({ review_id: uuidSchema, reply: replySchema }))
    .output(reviewSchema),

  /**
   * The claims of a job that the caller took part in and that can be reviewed, or could, with the
   * caller's own review and the published one about them; the newest 50. Empty for others. [R9]
   */
  listReviewable: base
    .route({ method: 'GET', path: '/rest/v1/rpc/reviewable_claims', tags: ['rpc'] })
    .input(z.strictObject({ job_id: uuidSchema }))
    .output(z.array(reviewableSchema)),

  /** Other members' reviews with their notes to staff, newest first; staff only, logged. [S4] */
  listForStaff: base
    .route({ method: 'GET', path: '/rest/v1/rpc/moderation_reviews', tags: ['rpc'] })
    .input(
      z.strictObject({
        search: z.string().trim().max(100).optional(),
        cursor: cursorSchema,
        limit: pageSize(20, 50),
      }),
    )
    .output(page(moderatedReviewSchema)),

  /** Hides a review, with a reason that its author is emailed; staff only, logged. [S4] */
  hide: base
    .route({ method: 'POST', path: '/rest/v1/rpc/hide_review', tags: ['rpc'] })
    .input(z.strictObject({ review_id: uuidSchema, reason: moderationReasonSchema }))
    .output(moderatedReviewSchema),

  /** Shows a hidden review again, and notifies its author; staff only, logged. [S4] */
  restore: base
    .route({ method: 'POST', path: '/rest/v1/rpc/restore_review', tags: ['rpc'] })
    .input(z.strictObject({ review_id: uuidSchema }))
    .output(moderatedReviewSchema),
};
