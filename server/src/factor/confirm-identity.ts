import type { factor as calls } from '@kindpal/contract/factor/contract';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import { holdCredential, requireCurrentPassword } from '../account/change-password.ts';
import { findAccount } from '../account/queries.ts';
import { authSession } from '../db/schema/account.ts';
import { refusal } from '../transport/refusal.ts';

/**
 * Accepts the current password as proof of the caller's identity, in this session for 10 minutes.
 * Failures are counted by session. [U10] Throws WRONG_PASSWORD, TOO_MANY_REQUESTS.
 */
export async function confirmIdentity({
  input,
  context,
}: MemberCall<typeof calls.confirm>): Promise<void> {
  const { services, actor } = context;
  const own = await findAccount(services.db, { by: 'session', value: actor.session_id });
  if (!own) throw refusal('UNAUTHORIZED');
  const given = { email: own.email, password: input.password };
  const checked = await requireCurrentPassword(context, given);
  await services.db.drizzle.transaction(async (tx) => {
    await holdCredential(tx, actor, checked);
    await tx
      .update(authSession)
      .set({ confirmedAt: services.clock.now() })
      .where(eq(authSession.id, actor.session_id));
  });
}
