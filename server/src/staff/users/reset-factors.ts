import type { staff } from '@kindpal/contract/staff/contract';
import { and, eq } from 'drizzle-orm';
import type { Authorized } from '../../access/authorized.ts';
import type { MemberCall } from '../../access/call.ts';
import { holdStaff } from '../../access/hold-member.ts';
import { lockAccount } from '../../account/policy.ts';
import { endSessions } from '../../account/session/end-sessions.ts';
import type { Queries } from '../../db/client.ts';
import { factor, recoveryCode } from '../../db/schema/factor.ts';
import { passkey } from '../../db/schema/passkey.ts';
import { requireConfirmed } from '../../factor/policy.ts';
import { factorsResetMail } from '../../mail/mails/factors-reset.ts';
import { mailEvent } from '../../security/mail-event.ts';
import { notFound, refusal } from '../../transport/refusal.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { viewIfRefused, viewOfUser } from '../activity/record-view.ts';
import { authorizeFactorReset } from '../policy.ts';
import { lockRoles } from './lock-roles.ts';

type Call = MemberCall<typeof staff.resetFactors>;

/**
 * Removes the second factors, passkeys and recovery codes of a member who has lost them, and
 * signs them out everywhere; the reason is emailed to them and logged. Super admins only, never
 * for themselves. [U13] [S3] [U10] Throws OWN_FACTORS, NOT_FOUND, REAUTHENTICATION_NEEDED,
 * NO_FACTORS.
 */
export async function resetFactors({ input, context }: Call): Promise<void> {
  const { services, actor } = context;
  const { user_id, reason } = input;
  if (user_id === actor.id) throw refusal('OWN_FACTORS');
  await viewIfRefused({ ...context, role: 'super_admin' }, viewOfUser(user_id), async (tx) => {
    const roleOf = await lockRoles(tx, [actor.id]);
    await holdStaff(tx, actor);
    await requireConfirmed(tx, context);
    const account = await lockAccount(tx, user_id);
    if (!account) throw notFound();
    const member = authorizeFactorReset(roleOf(actor.id), { id: account.id });
    await removeFactors(tx, member);
    await endSessions(tx, account);
    await mailEvent(tx, { account, kind: 'factors_reset' }, { services }, (token) =>
      factorsResetMail(services.env, { to: account.email, token, reason }),
    );
    await recordActivity(tx, {
      admin_id: actor.id,
      action: 'factor_reset',
      target_type: 'user',
      target_id: account.id,
      details: { reason },
    });
  });
}

async function removeFactors(
  tx: Queries,
  { id }: Authorized<{ id: string }, 'reset factors'>,
): Promise<void> {
  const removed = await tx
    .delete(factor)
    .where(and(eq(factor.userId, id), eq(factor.status, 'verified')))
    .returning({ id: factor.id });
  const keys = await tx.delete(passkey).where(eq(passkey.userId, id)).returning({ id: passkey.id });
  if (removed.length + keys.length === 0) throw refusal('NO_FACTORS');
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, id));
}
