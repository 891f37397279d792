import type { moderation } from '@kindpal/contract/moderation/contract';
import type { OwnDecision } from '@kindpal/contract/moderation/schema';
import { eq } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall, OpenCall } from '../access/call.ts';
import { holdMember } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { moderationDecisions } from '../db/schema/moderation.ts';
import type { Services } from '../services.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { authorizeAppeal, type LockedDecision } from './policy.ts';
import { presentOwnDecision } from './present.ts';
import { type DecisionRow, findDecision, lockDecision } from './queries.ts';
import { findLinkedSuspension } from './suspension-link.ts';

/** The suspension of a link, for its own member. Throws LINK_EXPIRED. [U3] */
export async function getSuspension({
  input,
  context,
}: OpenCall<typeof moderation.getSuspension>): Promise<OwnDecision> {
  return presentOwnDecision(await findLinked(context.services, input.token));
}

/**
 * Appeals the suspension, once: a second tab is refused. Throws LINK_EXPIRED, APPEAL_CLOSED. [U3]
 */
export async function appealSuspension({
  input,
  context,
}: OpenCall<typeof moderation.appealSuspension>): Promise<OwnDecision> {
  const { services } = context;
  const now = services.clock.now();
  const { id, member_id } = await findLinked(services, input.token);
  await services.db.drizzle.transaction(async (tx) => {
    const decision = authorizeAppeal(member_id, await lockDecision(tx, id));
    await storeAppeal(tx, decision, { text: input.text, now });
  });
  return presentOwnDecision(await findLinked(services, input.token));
}

/** Appeals a decision about the caller, once. Throws NOT_FOUND, APPEAL_CLOSED. */
export async function appealDecision({
  input,
  context,
}: MemberCall<typeof moderation.appeal>): Promise<OwnDecision> {
  const { services, actor } = context;
  const now = services.clock.now();
  await services.db.drizzle.transaction(async (tx) => {
    await holdMember(tx, actor);
    const decision = authorizeAppeal(actor.id, await lockDecision(tx, input.id));
    await storeAppeal(tx, decision, { text: input.text, now });
  });
  const row = await findDecision(services.db, input.id);
  if (!row) throw notFound();
  return presentOwnDecision(row);
}

/** Stores an authorized appeal. */
async function storeAppeal(
  tx: Queries,
  { id }: Authorized<LockedDecision, 'appeal'>,
  { text, now }: { text: string; now: Date },
): Promise<void> {
  await tx
    .update(moderationDecisions)
    .set({ appeal: text, appealed_at: now })
    .where(eq(moderationDecisions.id, id));
}

async function findLinked(services: Services, token: string): Promise<DecisionRow> {
  const row = await findLinkedSuspension(services, token);
  if (row.ended_as === 'left') throw refusal('LINK_EXPIRED');
  return row;
}
