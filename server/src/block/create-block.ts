import type { block } from '@kindpal/contract/block/contract';
import { sql } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import { holdMember } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { memberBlocks } from '../db/schema/block.ts';
import { authorizeBlock, type Blockable } from './policy.ts';
import { listLiveJobs, lockBlockable } from './queries.ts';

/**
 * Blocks a member; a second time, nothing changes. A concurrent claim between the two either
 * commits first and is listed in the answer, or fails because of the block.
 */
export async function createBlock({ input, context }: MemberCall<typeof block.create>) {
  const { services, actor } = context;
  const { db } = services;
  await db.drizzle.transaction((tx) => blockMember(tx, actor, input.member_id));
  return { live_jobs: await listLiveJobs(db, { blockerId: actor.id, blockedId: input.member_id }) };
}

/** Blocks a member within a transaction. Throws NOT_FOUND, TOO_MANY_BLOCKS, CANNOT_BLOCK_YOURSELF. */
export async function blockMember(
  tx: Queries,
  actor: { id: string },
  memberId: string,
): Promise<void> {
  const member = await lockBlockable(tx, actor.id, memberId);
  await holdMember(tx, actor);
  await storeBlock(tx, authorizeBlock(actor, member), actor.id);
}

async function storeBlock(
  tx: Queries,
  { id }: Authorized<Blockable, 'block'>,
  blockerId: string,
): Promise<void> {
  await tx
    .insert(memberBlocks)
    .values({ blocker_id: blockerId, blocked_id: id, created_at: sql`clock_timestamp()` })
    .onConflictDoNothing();
}
