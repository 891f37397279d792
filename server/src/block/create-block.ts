import type { block } from '@kindpal/contract/block/contract';
import { sql } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import { holdMember } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { memberBlocks } from '../db/schema/block.ts';
import { authorizeBlock, type Blockable } from './policy.ts';
import { lockBlockable } from './queries.ts';

const LIVE_JOBS = `SELECT job.id, job.title FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
  WHERE claim.ended_at IS NULL AND (claim.sitter_id, job.owner_id) IN (($1, $2), ($2, $1))
  ORDER BY job.start_date LIMIT 20`;

/**
 * Blocks a member; a second time, nothing changes. A concurrent claim between the two either
 * commits first and is listed in the answer, or fails because of the block.
 */
export async function createBlock({ input, context }: MemberCall<typeof block.create>) {
  const { services, actor } = context;
  const { db } = services;
  await db.drizzle.transaction((tx) => blockMember(tx, actor, input.member_id));
  const live_jobs = await db.jsonRows<{ id: string; title: string }>({
    name: 'block-live-jobs',
    text: LIVE_JOBS,
    values: [actor.id, input.member_id],
  });
  return { live_jobs };
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
