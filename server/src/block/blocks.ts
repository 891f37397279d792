import type { block } from '@kindpal/contract/block/contract';
import type { MemberCall } from '../access/call.ts';
import { memberBlocks } from '../db/schema/block.ts';
import { decodeCursor, pageOf } from '../transport/cursor.ts';
import { ownBlock } from './policy.ts';
import { listBlocked } from './queries.ts';

/** Removes one of the caller's blocks; without one, nothing happens. */
export async function removeBlock({ input, context }: MemberCall<typeof block.remove>) {
  const { services, actor } = context;
  await services.db.drizzle.delete(memberBlocks).where(ownBlock(actor.id, input.member_id));
}

/** The members that the caller has blocked, newest first. */
export async function listBlocks({ input, context }: MemberCall<typeof block.list>) {
  const rows = await listBlocked(context.services.db, {
    blockerId: context.actor.id,
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
  });
  return pageOf(rows, input.limit, (row) => row);
}
