import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/*
 * Both sides of a claim review each other, within 14 days of its end, if the job was completed,
 * somebody didn't show up, or one of them canceled close to the start. Until a review is published,
 * only its author knows that it exists: it is published together with the other side's, or after
 * the 14 days. Its author may rewrite it until then; afterwards nobody can change it, and nobody
 * can write a review in response to it. The reviewed member may reply in public, once. Members read
 * published reviews, without the names of authors who are suspended or have left. Staff read
 * others' reviews, with the notes to staff, and may hide a review and show it again if its author's
 * role is below theirs; its author and its subject can't moderate it, and don't see the note.
 */

/** A claim of an actor, locked, with the facts that decide about their review. */
export type LockedClaim = {
  id: string;
  side: 'owner' | 'sitter';
  occasion: string | null;
  publish_at: Date | null;
  /** Whether one of its reviews is published, so that the other side could have read it. */
  is_published: boolean;
  has_own: boolean;
};

/**
 * Authorizes a side of a claim to review the other. Throws NOT_FOUND, REVIEW_PUBLISHED,
 * REVIEW_CLOSED. [R9]
 */
export function authorizeReview(
  claim: LockedClaim | undefined,
  now: Date,
): Authorized<LockedClaim, 'review'> {
  if (!claim) throw notFound();
  if (claim.has_own && claim.is_published) throw refusal('REVIEW_PUBLISHED');
  if (!isOpenForReview(claim, now)) throw refusal('REVIEW_CLOSED');
  return authorize(claim, 'review');
}

/** Whether a claim can be reviewed now. [R9] */
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

/** A review with its author and subject, locked. */
export type LockedReview = {
  id: string;
  reviewer_id: string | null;
  reviewee_id: string;
  reply: string | null;
  published_at: Date | null;
  hidden_at: Date | null;
};

/**
 * Authorizes the subject of a published review to reply. For all others it does not exist: they
 * may not even know who it is about. Throws NOT_FOUND, ALREADY_REPLIED. [R9]
 */
export function authorizeReply(
  actor: Pick<Actor, 'id'>,
  row: LockedReview | undefined,
): Authorized<LockedReview, 'reply'> {
  if (!row?.published_at || row.hidden_at || row.reviewee_id !== actor.id) throw notFound();
  if (row.reply !== null) throw refusal('ALREADY_REPLIED');
  return authorize(row, 'reply');
}

/**
 * Authorizes staff who are not part of a review to moderate it; for others it does not exist.
 * [S4]
 */
export function authorizeModeration(
  actor: Pick<Actor, 'id'>,
  row: LockedReview | undefined,
): Authorized<LockedReview, 'moderate'> {
  if (!row || [row.reviewer_id, row.reviewee_id].includes(actor.id)) throw notFound();
  return authorize(row, 'moderate');
}

/** The condition under which staff member `?` may moderate a `review`. [S4] */
export const MODERATES = '(review.reviewer_id IS DISTINCT FROM ? AND review.reviewee_id <> ?)';
