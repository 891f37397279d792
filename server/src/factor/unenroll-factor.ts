import type { factor as calls } from '@kindpal/contract/factor/contract';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import type { LockedAccount } from '../account/policy.ts';
import { endSessions } from '../account/session/end-sessions.ts';
import type { Queries } from '../db/client.ts';
import { factor } from '../db/schema/factor.ts';
import { factorRemovedMail } from '../mail/mails/factor-changed.ts';
import { mailEvent } from '../security/mail-event.ts';
import { notFound } from '../transport/refusal.ts';
import { endProtection } from './end-protection.ts';
import { lockForFactors } from './policy.ts';
import { findFactor } from './queries.ts';

type Call = MemberCall<typeof calls.unenroll>;

/**
 * Removes one of the caller's factors and ends their other sessions. With the last one the
 * recovery codes are removed too, and this session is aal1 again unless a passkey raised it. An
 * unverified one is just deleted. [U13] Throws NOT_FOUND, REAUTHENTICATION_NEEDED,
 * INSUFFICIENT_AAL.
 */
export async function unenrollFactor({ input, context }: Call): Promise<{ id: string }> {
  const { services, actor } = context;
  const { drizzle } = services.db;
  const asked = { id: input.factor_id, userId: actor.id };
  if (!(await findFactor(drizzle, asked))) throw notFound();
  await drizzle.transaction(async (tx) => {
    const account = await lockForFactors(tx, context);
    const own = await findFactor(tx, asked);
    if (!own) throw notFound();
    await tx.delete(factor).where(eq(factor.id, own.id));
    if (own.status === 'verified') await finishRemoval(tx, context, { account, own });
  });
  return { id: input.factor_id };
}

async function finishRemoval(
  tx: Queries,
  context: MemberContext,
  { account, own }: { account: LockedAccount; own: typeof factor.$inferSelect },
): Promise<void> {
  const { services, actor } = context;
  const { env } = services;
  await endSessions(tx, account, actor.session_id);
  const isLast = await endProtection(tx, account, services);
  const detail = own.friendlyName ?? '';
  const removed = { account, kind: 'factor_removed' as const, ...(detail && { detail }) };
  await mailEvent(tx, removed, context, (token) =>
    factorRemovedMail(env, { to: account.email, isLast, token, factorType: own.factorType }),
  );
}
