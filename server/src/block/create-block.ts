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

/**
 * Blocks a member within a transaction. Throws NOT_FOUND, TOO_MANY_BLOCKS, CANNOT_BLOCK_YOURSELF.
 */
export async function blockMember(
  tx: Queries,
  actor: { id: string },
  memberId: string,
): Promise<void> {
  const member = await lockBlockable(tx, actor.id, memberId);
  await holdMember(tx, actor);
  const blockable = authorizeBlock(actor, member);
  await detachAccessOf(tx, blockable, actor.id);
  await storeBlock(tx, blockable, actor.id);
}

/**
 * Removes the caller's home access from the jobs that the other one holds. It runs before the
 * block, so that the sitter gets the same event as for any removal.
 */
async function detachAccessOf(
  tx: Queries,
  { id, is_blocked }: Authorized<Blockable, 'block'>,
  ownerId: string,
): Promise<void> {
  if (is_blocked) return;
  // In the order in which the owner saves it, perhaps in another tab.
  await tx.execute(sql`DELETE FROM job_access WHERE job_id IN (SELECT job_access.job_id
    FROM job_access JOIN jobs job ON job.id = job_access.job_id
    JOIN job_claims claim ON claim.job_id = job.id
    WHERE job.owner_id = ${ownerId} AND claim.sitter_id = ${id} AND claim.ended_at IS NULL
    ORDER BY job_access.job_id FOR UPDATE OF job_access)`);
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
