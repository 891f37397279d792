import type { ModeratedReview, OwnReview, Review } from '@kindpal/contract/review/schema';
import type { AppRole } from '@kindpal/contract/staff/schema';
import type { Actor } from '../access/actor.ts';
import { canDecideAbout } from '../moderation/policy.ts';

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

/** A review as selected by `MODERATED`. */
export type ModeratedRow = Omit<ModeratedReview, 'can'> & { author_role: AppRole };

/** A review for moderation, with what this staff member may do to it. [S4] */
export function presentModeratedReview(row: ModeratedRow, actor: Actor): ModeratedReview {
  const { author_role, ...review } = row;
  const isBelow =
    !review.reviewer || canDecideAbout(actor, { id: review.reviewer.id, app_role: author_role });
  return { ...review, can: { moderate: isBelow } };
}
