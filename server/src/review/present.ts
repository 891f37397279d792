import type { OwnReview, Review } from '@kindpal/contract/review/schema';

/** A published review as selected. */
export type PublishedRow = Omit<Review, 'can'> & { claim_id?: string };
/** A member's own review. */
export type OwnReviewRow = OwnReview & { claim_id: string };

/** A published review as a member sees it. [R9] */
export function presentReview(row: PublishedRow, viewerId: string): Review {
  const { claim_id: _, ...review } = row;
  return { ...review, can: { reply: row.reviewee_id === viewerId && row.reply === null } };
}

/** A review as its author sees it. [R9] */
export function presentOwnReview({ claim_id: _, ...review }: OwnReviewRow): OwnReview {
  return review;
}
