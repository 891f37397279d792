import type { member as memberCalls } from '@kindpal/contract/member/contract';
import type { ActiveRole } from '@kindpal/contract/member/role';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../../access/call.ts';
import { holdSelf } from '../../access/hold-member.ts';
import { users } from '../../db/schema/member.ts';
import { authorizeView } from '../policy.ts';

/**
 * Sets the role in which the caller views the product; 10 an hour, then 'Rate limit exceeded'.
 * [D4] [X3]
 */
export async function switchRole({
  input,
  context,
}: MemberCall<typeof memberCalls.switchRole>): Promise<ActiveRole> {
  const { services, actor } = context;
  await services.limiter.consume('switch_role_by_member', actor.id);
  const allowed = authorizeView(actor, input.new_role);
  await services.db.drizzle.transaction(async (tx) => {
    await holdSelf(tx, actor);
    await tx.update(users).set({ active_role: input.new_role }).where(eq(users.id, allowed.id));
  });
  return input.new_role;
}
