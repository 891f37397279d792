import type { review } from '@kindpal/contract/review/contract';
import type { ModeratedReview } from '@kindpal/contract/review/schema';
import { eq } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { holdStaff } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { reviews } from '../db/schema/review.ts';
import { reviewModeratedMail } from '../mail/mails/review-moderated.ts';
import { findMember } from '../member/queries.ts';
import { requireTakeDown } from '../moderation/policy.ts';
import type { Services } from '../services.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import { recordView, viewIfRefused, viewOfReview } from '../staff/activity/record-view.ts';
import { readRoles } from '../staff/users/lock-roles.ts';
import { notFound } from '../transport/refusal.ts';
import { authorizeModeration, type LockedReview } from './policy.ts';
import { presentModeratedReview } from './present.ts';
import { findModerated, lockReview } from './queries.ts';

/**
 * Hides a review; its author is emailed the reason. Throws NOT_FOUND, and FORBIDDEN unless the
 * author's role is below the caller's. [S4]
 */
export function hideReview({ input, context }: MemberCall<typeof review.hide>) {
  return moderate(context, input.review_id, input.reason);
}

/** Shows a hidden review again; its author is notified. Throws as `hideReview` does. [S4] */
export function restoreReview({ input, context }: MemberCall<typeof review.restore>) {
  return moderate(context, input.review_id, null);
}

async function moderate(
  context: MemberContext,
  id: string,
  reason: string | null,
): Promise<ModeratedReview> {
  const { services, actor } = context;
  const now = services.clock.now();
  await viewIfRefused(context, viewOfReview(id), async (tx) => {
    await holdStaff(tx, actor);
    const row = authorizeModeration(actor, await lockReview(tx, id));
    if (row.reviewer_id) {
      const roleOf = await readRoles(tx, [actor.id, row.reviewer_id]);
      requireTakeDown(roleOf(actor.id), roleOf(row.reviewer_id));
    }
    await setHidden(tx, row, { reason, services, now });
    await recordActivity(tx, {
      admin_id: actor.id,
      action: reason === null ? 'review_restore' : 'review_hide',
      target_type: 'review',
      target_id: id,
      details: reason === null ? {} : { reason },
    });
  });
  const found = await findModerated(services.db, id);
  if (!found) throw notFound();
  await recordView(context, viewOfReview(id));
  return presentModeratedReview(found, actor);
}

type Hiding = { reason: string | null; services: Services; now: Date; canAppeal?: boolean };

/**
 * Hides a review, or with a null reason shows it again, and emails its author if that changed it.
 */
export async function setHidden(
  tx: Queries,
  row: Authorized<LockedReview, 'moderate'>,
  { reason, services, now, canAppeal = false }: Hiding,
): Promise<void> {
  const isNews = (row.hidden_at === null) === (reason !== null);
  await tx
    .update(reviews)
    .set({ hidden_at: reason === null ? null : now, hidden_reason: reason })
    .where(eq(reviews.id, row.id));
  const author = row.reviewer_id && (await findMember(tx, row.reviewer_id));
  if (!isNews || !author || author.suspended_at) return;
  const mail = reviewModeratedMail(services.env, { to: author.email, reason, canAppeal });
  await services.mailer.send(mail, tx);
}
