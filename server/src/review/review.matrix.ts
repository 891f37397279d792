import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

const REVIEW = { rating: 3, text: 'Words', would_repeat: true };

export const rows: FeatureRows<'review'> = {
  'review.list': [
    { about: "the owner's", input: ({ owner }) => ({ reviewee_id: owner.id }) },
    { about: "the claimant's", input: ({ claimant }) => ({ reviewee_id: claimant.id }) },
    { about: "the suspended member's", input: ({ suspended }) => ({ reviewee_id: suspended.id }) },
    { about: 'those of an unknown member', input: () => ({ reviewee_id: UNKNOWN_ID }) },
  ],
  'review.write': [
    {
      about: 'of a job that was done',
      input: ({ doneClaim }) => ({ claim_id: doneClaim, ...REVIEW }),
    },
    {
      about: 'of a job whose reviews are published',
      input: ({ reviewedClaim }) => ({ claim_id: reviewedClaim, ...REVIEW }),
    },
    { about: 'of a job that is held', input: ({ claim }) => ({ claim_id: claim, ...REVIEW }) },
    { about: 'of an unknown job', input: () => ({ claim_id: UNKNOWN_ID, ...REVIEW }) },
    {
      about: "in the owner's name",
      input: ({ doneClaim, owner }) => ({
        claim_id: doneClaim,
        reviewer_id: owner.id,
        ...REVIEW,
      }),
    },
  ],
  'review.reply': [
    {
      about: 'to the published one about the owner',
      input: ({ publishedReview }) => ({ review_id: publishedReview, reply: 'Thanks' }),
    },
    {
      about: 'to the one about the owner that waits',
      input: ({ waitingReview }) => ({ review_id: waitingReview, reply: 'Thanks' }),
    },
    { about: 'to an unknown one', input: () => ({ review_id: UNKNOWN_ID, reply: 'Thanks' }) },
  ],
  'review.listReviewable': [
    { about: 'of a job that was done', input: ({ done }) => ({ job_id: done }) },
    { about: 'of a job that is held', input: ({ job }) => ({ job_id: job }) },
    { about: 'of an unknown job', input: () => ({ job_id: UNKNOWN_ID }) },
  ],
  'review.listForStaff': [
    { about: 'all' },
    { about: 'a search', input: () => ({ search: 'waiting note' }) },
  ],
  'review.hide': [
    {
      about: 'a published one',
      input: ({ publishedReview }) => ({ review_id: publishedReview, reason: 'Not fair' }),
    },
    { about: 'an unknown one', input: () => ({ review_id: UNKNOWN_ID, reason: 'Not fair' }) },
  ],
  'review.restore': [
    { about: 'a published one', input: ({ publishedReview }) => ({ review_id: publishedReview }) },
    { about: 'an unknown one', input: () => ({ review_id: UNKNOWN_ID }) },
  ],
};
