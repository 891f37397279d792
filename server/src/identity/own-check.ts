import type { identity } from '@kindpal/contract/identity/contract';
import type { OwnIdentityCheck } from '@kindpal/contract/identity/schema';
import { eq } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { holdMember } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { identityChecks } from '../db/schema/identity.ts';
import { refusal } from '../transport/refusal.ts';
import { authorizeCheckWithdrawal, type LockedCheck } from './policy.ts';
import { canRenew, presentOwnCheck } from './present.ts';
import { findLatestCheck, lockCheck } from './queries.ts';

type Own = { context: MemberContext };

/** The caller's latest check, or null. */
export async function findOwnCheck({ context }: Own): Promise<OwnIdentityCheck | null> {
  const { services, actor } = context;
  const row = await findLatestCheck(services.db.drizzle, actor.id);
  return row && presentOwnCheck(row, services.clock.now());
}

/**
 * Requests a check; concurrent requests all get the same one. Throws IDENTITY_VALID,
 * TOO_MANY_REQUESTS.
 */
export async function requestCheck({ context }: Own): Promise<OwnIdentityCheck> {
  const { services, actor } = context;
  const { drizzle } = services.db;
  await services.limiter.consume('identity_request_by_member', actor.id);
  const now = services.clock.now();
  const latest = await findLatestCheck(drizzle, actor.id);
  if (latest?.status === 'confirmed' && !canRenew(latest, now)) throw refusal('IDENTITY_VALID');
  // A unique index prevents a second waiting check.
  await drizzle.insert(identityChecks).values({ member_id: actor.id }).onConflictDoNothing();
  const row = await findLatestCheck(drizzle, actor.id);
  if (!row) throw new Error('a check was not written');
  return presentOwnCheck(row, now);
}

/**
 * Withdraws a waiting or valid check; the badge disappears immediately. Throws NOT_FOUND,
 * CHECK_OVER.
 */
export async function withdrawCheck({
  input,
  context,
}: MemberCall<typeof identity.withdraw>): Promise<OwnIdentityCheck> {
  const { services, actor } = context;
  const now = services.clock.now();
  const row = await services.db.drizzle.transaction(async (tx) => {
    const found = await lockCheck(tx, input.id, actor);
    await holdMember(tx, actor);
    return end(tx, authorizeCheckWithdrawal(actor, found), now);
  });
  return presentOwnCheck(row, now);
}

async function end(tx: Queries, { id }: Authorized<LockedCheck, 'withdraw'>, ended_at: Date) {
  const [row] = await tx
    .update(identityChecks)
    .set({ status: 'withdrawn', ended_at })
    .where(eq(identityChecks.id, id))
    .returning();
  if (!row) throw new Error('a locked check is gone');
  return row;
}
