import { z } from 'zod';
import { jobSideSchema } from '../job/my-jobs.ts';
import { memberCardSchema } from '../member/schema.ts';
import { verbatimText } from '../text/schema.ts';
import { timestampSchema, uuidSchema } from '../transport/base.ts';
import { REPLY_MAX, REVIEW_FACTS, REVIEW_TEXT_MAX } from './rules.ts';

/** How the reviewed claim ended. */
export const reviewOccasionSchema = z.enum(['completed', 'canceled_late', 'no_show']);
export type ReviewOccasion = z.infer<typeof reviewOccasionSchema>;

const keysOf = <Key extends string>(labels: Record<Key, string>) => Object.keys(labels) as Key[];
export const reviewFactSchema = z.enum([
  ...keysOf(REVIEW_FACTS.owner),
  ...keysOf(REVIEW_FACTS.sitter),
]);
export type ReviewFact = z.infer<typeof reviewFactSchema>;
/** Yes-or-no answers by the name of the question. */
const factsSchema = z.partialRecord(reviewFactSchema, z.boolean());

/** The input of the review form. [R9] */
export const reviewDraftSchema = z.strictObject({
  rating: z
    .int({ error: 'Please choose 1 to 5 stars' })
    .min(1, 'Please choose 1 to 5 stars')
    .max(5, 'Please choose 1 to 5 stars'),
  text: verbatimText({ label: 'Review', max: REVIEW_TEXT_MAX }).default(''),
  would_repeat: z.boolean({ error: 'Please choose yes or no' }),
  facts: factsSchema.default({}),
  /** Only for staff. */
  staff_note: verbatimText({ label: 'Note', max: REVIEW_TEXT_MAX }).default(''),
});
export type ReviewDraft = z.infer<typeof reviewDraftSchema>;

export const replySchema = verbatimText({ label: 'Reply', max: REPLY_MAX, min: 1 });

const reviewContent = z.object({
  id: uuidSchema,
  /** The author's role in the job. */
  side: jobSideSchema,
  occasion: reviewOccasionSchema,
  rating: z.int().min(1).max(5),
  text: z.string(),
  would_repeat: z.boolean(),
  facts: factsSchema,
});

/** A published review as members see it. [R9] */
export const reviewSchema = reviewContent.extend({
  reviewee_id: uuidSchema,
  /** Null once its author has left, or when the viewer can't see them. */
  reviewer: memberCardSchema.nullable(),
  published_at: timestampSchema,
  reply: z.string().nullable(),
  can: z.object({ reply: z.boolean() }),
});
export type Review = z.infer<typeof reviewSchema>;

/** A review as its author sees it, published or not. */
export const ownReviewSchema = reviewContent.extend({
  staff_note: z.string(),
  /** The latest time of publication; earlier once the other side has written, too. */
  publish_at: timestampSchema,
  published_at: timestampSchema.nullable(),
  /** Whether staff have hidden it. */
  is_hidden: z.boolean(),
  reply: z.string().nullable(),
});
export type OwnReview = z.infer<typeof ownReviewSchema>;

/** A claim of the caller that can be reviewed, or was. [R9] */
export const reviewableSchema = z.object({
  claim_id: uuidSchema,
  job_id: uuidSchema,
  pet_name: z.string(),
  /** The caller's role in the job. */
  as: jobSideSchema,
  occasion: reviewOccasionSchema,
  partner: memberCardSchema,
  /** The deadline for reviewing it; then reviews are published. */
  review_until: timestampSchema,
  mine: ownReviewSchema.nullable(),
  /** The other side's review, once it is published. */
  theirs: reviewSchema.nullable(),
  can: z.object({ write: z.boolean() }),
});
export type Reviewable = z.infer<typeof reviewableSchema>;

/** A review as the Content Moderation page shows it. [S4] */
export const moderatedReviewSchema = reviewContent.extend({
  reviewer: memberCardSchema.nullable(),
  reviewee: memberCardSchema,
  created_at: timestampSchema,
  published_at: timestampSchema.nullable(),
  reply: z.string().nullable(),
  /** The author's note to staff. */
  staff_note: z.string(),
  hidden_reason: z.string().nullable(),
  /** Whether this staff member may hide it and show it again. */
  can: z.object({ moderate: z.boolean() }),
});
export type ModeratedReview = z.infer<typeof moderatedReviewSchema>;
