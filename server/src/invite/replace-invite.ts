import { and, eq, isNull } from 'drizzle-orm';
import type { MemberContext } from '../access/context.ts';
import type { Queries } from '../db/client.ts';
import { invites } from '../db/schema/invite.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { makeInviteCode } from './generate-invite.ts';
import { IS_VALID_INVITE } from './policy.ts';
import { findInviteInHand } from './queries.ts';

/**
 * Replaces the caller's code with a new one of the same kind, standing or granted. Two concurrent
 * clicks get the same new code. Throws NOT_FOUND, INVITE_USED, and FORBIDDEN for a code that
 * staff disabled. [I2]
 */
export async function replaceInvite({ context }: { context: MemberContext }): Promise<string> {
  const { services, actor } = context;
  await services.limiter.consume('replace_invite_by_member', actor.id);
  return services.db.drizzle.transaction(async (tx) => {
    const held = await findInviteInHand(tx, actor.id);
    if (!held) throw notFound();
    const [old] = await tx
      .update(invites)
      .set({ is_active: false, replaced_at: services.clock.now() })
      .where(and(eq(invites.id, held.id), isNull(invites.replaced_at), IS_VALID_INVITE))
      .returning();
    if (!old) return replacedMeanwhile(tx, held.id, actor.id);
    const code = makeInviteCode();
    const { kind, created_by, granted_by, grant_reason } = old;
    await tx.insert(invites).values({ code, kind, created_by, granted_by, grant_reason });
    return code;
  });
}

/** The code that a concurrent click has made, or why it can't be replaced. */
async function replacedMeanwhile(tx: Queries, id: string, memberId: string): Promise<string> {
  const [given] = await tx.select().from(invites).where(eq(invites.id, id));
  if (given?.used_at) throw refusal('INVITE_USED');
  const fresh = given?.replaced_at && (await findInviteInHand(tx, memberId));
  if (!fresh) throw refusal('FORBIDDEN');
  return fresh.code;
}
