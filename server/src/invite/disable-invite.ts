import type { invite } from '@kindpal/contract/invite/contract';
import { isInviteCode } from '@kindpal/contract/invite/rules';
import { and, eq, isNull } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import { holdStaff } from '../access/hold-member.ts';
import { invites } from '../db/schema/invite.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/**
 * Disables an unused code, with the reason in the log; a disabled one stays disabled. Throws
 * NOT_FOUND, INVITE_USED. [I1]
 */
export async function disableInvite({
  input,
  context,
}: MemberCall<typeof invite.disable>): Promise<Record<string, never>> {
  const { services, actor } = context;
  const { code, reason } = input;
  if (!isInviteCode(code)) throw notFound();
  const ofCode = eq(invites.code, code);
  await services.db.drizzle.transaction(async (tx) => {
    await holdStaff(tx, actor);
    const [disabled] = await tx
      .update(invites)
      .set({ is_active: false })
      .where(and(ofCode, invites.is_active, isNull(invites.used_at)))
      .returning({ id: invites.id });
    if (disabled) {
      return recordActivity(tx, {
        admin_id: actor.id,
        action: 'invite_disable',
        target_type: 'invite',
        target_id: disabled.id,
        details: { reason },
      });
    }
    const [found] = await tx.select().from(invites).where(ofCode);
    if (!found) throw notFound();
    if (found.used_at) throw refusal('INVITE_USED');
  });
  return {};
}
