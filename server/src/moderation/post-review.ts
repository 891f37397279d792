import type { moderation } from '@kindpal/contract/moderation/contract';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { holdMember } from '../access/hold-member.ts';
import { communitySettings } from '../db/schema/community.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import { canMakeSuperAdmins } from '../staff/policy.ts';
import { lockRoles } from '../staff/users/lock-roles.ts';
import { refusal } from '../transport/refusal.ts';

/** How many first jobs of each new member staff review before others see them. [S4] */
export async function getPostReview({ context }: { context: MemberContext }) {
  const [row] = await context.services.db.drizzle.select().from(communitySettings);
  return { reviewed_posts: row?.reviewed_posts ?? 0 };
}

/**
 * Sets it for jobs posted from now on; held jobs stay held until staff decide. Throws FORBIDDEN.
 * [S4]
 */
export async function setPostReview({
  input,
  context,
}: MemberCall<typeof moderation.setPostReview>) {
  const { services, actor } = context;
  await services.db.drizzle.transaction(async (tx) => {
    const holderOf = await lockRoles(tx, [actor.id]);
    await holdMember(tx, actor);
    if (!canMakeSuperAdmins(holderOf(actor.id))) throw refusal('FORBIDDEN');
    await tx
      .insert(communitySettings)
      .values(input)
      .onConflictDoUpdate({ target: communitySettings.id, set: input });
    await recordActivity(tx, {
      admin_id: actor.id,
      action: 'post_review_set',
      target_type: 'job',
      details: input,
    });
  });
  return input;
}
