import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/*
 * Both sides of a claim review each other, within 14 days of its end, if the job was done, if somebody
 * did not come, or if one of the two gave it up close to the start. Until a review is published nobody
 * but its author learns that it is there: it is published with the other side's, or after the 14 days.
 * Until then its author may write it again; afterwards nobody changes it, and nobody can answer it
 * with a review of their own. Who it is about may reply to it in public, once.
 * Members read published reviews, without the names of authors who are suspended or have left.
 * Staff read the reviews of others, with the notes that are for them, and may take a review from view,
 * and show it again; who wrote it or is its subject does not moderate it, and is not told the note.
 */

/** A claim that an actor took part in, locked, as far as it decides about a review of theirs. */
export type LockedClaim = {
  id: string;
  side: 'owner' | 'sitter';
  occasion: string | null;
  publish_at: Date | null;
  /** Whether one of its reviews is published, so that its other side could have read it. */
  is_published: boolean;
  has_own: boolean;
};

/** Lets a side of a claim review the other. Throws NOT_FOUND, REVIEW_PUBLISHED, REVIEW_CLOSED. [R9] */
export function authorizeReview(
  claim: LockedClaim | undefined,
  now: Date,
): Authorized<LockedClaim, 'review'> {
  if (!claim) throw notFound();
  if (claim.has_own && claim.is_published) throw refusal('REVIEW_PUBLISHED');
  if (!isOpenForReview(claim, now)) throw refusal('REVIEW_CLOSED');
  return authorize(claim, 'review');
}

/** Whether a claim can be reviewed at this moment. [R9] */
export function isOpenForReview(
  claim: Pick<LockedClaim, 'occasion' | 'publish_at' | 'is_published'>,
  now: Date,
): boolean {
  return (
    claim.occasion !== null &&
    claim.publish_at !== null &&
    now < claim.publish_at &&
    !claim.is_published
  );
}

/** A review with its two, locked. */
export type LockedReview = {
  id: string;
  reviewer_id: string | null;
  reviewee_id: string;
  reply: string | null;
  published_at: Date | null;
  hidden_at: Date | null;
};

/**
 * Lets the subject of a published review reply to it. To all others there is nothing to reply to: they
 * may not even see who it is about. Throws NOT_FOUND, ALREADY_REPLIED. [R9]
 */
export function authorizeReply(
  actor: Pick<Actor, 'id'>,
  row: LockedReview | undefined,
): Authorized<LockedReview, 'reply'> {
  if (!row?.published_at || row.hidden_at || row.reviewee_id !== actor.id) throw notFound();
  if (row.reply !== null) throw refusal('ALREADY_REPLIED');
  return authorize(row, 'reply');
}

/** Lets staff without a part in a review moderate it; to others it is not there. [S4] */
export function authorizeModeration(
  actor: Pick<Actor, 'id'>,
  row: LockedReview | undefined,
): Authorized<LockedReview, 'moderate'> {
  if (!row || [row.reviewer_id, row.reviewee_id].includes(actor.id)) throw notFound();
  return authorize(row, 'moderate');
}

/** The condition under which member `?` of the staff moderates a `review`. [S4] */
export const MODERATES = '(review.reviewer_id IS DISTINCT FROM ? AND review.reviewee_id <> ?)';
