import type { review } from '@kindpal/contract/review/contract';
import type { Reviewable } from '@kindpal/contract/review/schema';
import type { MemberCall, OpenCall } from '../access/call.ts';
import { recordView, revealedBy } from '../staff/activity/record-view.ts';
import { decodeCursor, pageOf } from '../transport/cursor.ts';
import { refusal } from '../transport/refusal.ts';
import { isOpenForReview } from './policy.ts';
import { presentModeratedReview, presentOwnReview, presentReview } from './present.ts';
import {
  listModerated,
  listOwnReviews,
  listPublished,
  listReviewableClaims,
  listReviewsAbout,
} from './queries.ts';

/** Published reviews of a member, newest first. [R9] [X2] */
export async function listReviews({ input, context }: OpenCall<typeof review.list>) {
  const { services, credential } = context;
  if (!credential) throw refusal('UNAUTHORIZED');
  const found = await listPublished(services.db, {
    credential,
    reviewee_id: input.reviewee_id,
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
  });
  if (!found) throw refusal('UNAUTHORIZED');
  services.limiter.remember(credential, found.viewer);
  const { items, next_cursor } = pageOf(found.rows, input.limit, (row) => ({
    created_at: row.published_at,
    id: row.id,
  }));
  return { items: items.map((row) => presentReview(row, found.viewer)), next_cursor };
}

/**
 * What the caller can review in a job or has reviewed, with the published reviews about them.
 * [R9]
 */
export async function listReviewable({
  input,
  context,
}: MemberCall<typeof review.listReviewable>): Promise<Reviewable[]> {
  const { actor, services } = context;
  const { db, clock } = services;
  const claims = await listReviewableClaims(db, actor.id, input.job_id);
  if (claims.length === 0) return [];
  const ids = claims.map(({ claim_id }) => claim_id);
  const [own, about] = await Promise.all([
    listOwnReviews(db, actor.id, ids),
    listReviewsAbout(db, actor.id, ids),
  ]);
  const now = clock.now();
  return claims.map((claim) => {
    const mine = own.find(({ claim_id }) => claim_id === claim.claim_id);
    const theirs = about.find(({ claim_id }) => claim_id === claim.claim_id);
    const state = {
      occasion: claim.occasion,
      publish_at: new Date(claim.review_until),
      is_published: Boolean(mine?.published_at ?? theirs),
    };
    return {
      ...claim,
      mine: mine ? presentOwnReview(mine) : null,
      theirs: theirs ? presentReview(theirs, actor.id) : null,
      can: { write: isOpenForReview(state, now) },
    };
  });
}

/** Everybody's reviews for staff, newest first, with the notes to them; logged. [S4] */
export async function listForStaff({ input, context }: MemberCall<typeof review.listForStaff>) {
  const { services, actor } = context;
  const rows = await listModerated(services.db, {
    search: input.search,
    staffId: actor.id,
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
  });
  const page = pageOf(rows, input.limit, (row) => row);
  const ids = revealedBy(rows, input).map(({ id }) => id);
  await recordView(context, { action: 'reviews_read', target_type: 'review', ids });
  return { ...page, items: page.items.map((row) => presentModeratedReview(row, actor)) };
}
