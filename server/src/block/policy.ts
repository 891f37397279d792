import { BLOCKS_MAX } from '@kindpal/contract/block/contract';
import { and, eq } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { memberBlocks } from '../db/schema/block.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/*
 * Any member may block another one that they see or have dealt with, and unblock them again. A
 * block applies both ways: for each of the two, the other is like a member who left or is
 * suspended, with no profile, card, open jobs, name at a review or events. Only the blocker's own
 * list shows that there is a block.
 *
 * What they already shared stays: jobs and claims, and their threads, which can be read; a
 * conversation closes as with a suspended member. A claim in progress continues with its thread
 * until it ends. The blocker can ask our team to end it; the other side only learns that our team
 * ended it. Neither can claim a job of the other. Staff see everybody in the admin area and on
 * profiles; as owner or sitter they are members like all others.
 */

/** Whether there is a block between two members, both SQL. */
export const areBlocked = (one: string, other: string) => `EXISTS (SELECT FROM member_blocks block
  WHERE (block.blocker_id, block.blocked_id) IN ((${one}, ${other}), (${other}, ${one})))`;

/**
 * The members who do not exist for `viewer` (SQL), as an array: like `areBlocked`, but during a
 * claim between the two, the blocked member continues to see the other's profile. A partner who
 * disappears in the middle of a job would reveal the block. Nobody claims their own job, so two
 * members who are both among owner and sitter are on opposite sides.
 */
export const hiddenFrom = (viewer: string) => `ARRAY(
  SELECT blocked_id FROM member_blocks WHERE blocker_id = ${viewer}
  UNION ALL SELECT block.blocker_id FROM member_blocks block WHERE block.blocked_id = ${viewer}
    AND NOT EXISTS (SELECT FROM job_claims held WHERE held.ended_at IS NULL
      AND held.sitter_id IN (${viewer}, block.blocker_id)
      AND (SELECT owner_id FROM jobs WHERE id = held.job_id) IN (${viewer}, block.blocker_id)))`;

/**
 * Whether `member` does not exist for `viewer`, both SQL. The viewer's blocks are read once per
 * statement if `viewer` is a parameter or a subquery.
 */
export const isHiddenFrom = (member: string, viewer: string) =>
  `${member} = ANY (${hiddenFrom(viewer)})`;

/**
 * Whether `member` is hidden from `viewer` by a block, is suspended or has left, all SQL. In what
 * the two once shared, all three look the same: otherwise, a missing name would reveal a block.
 */
export const isGoneFor = (member: string, viewer: string) => `(${isHiddenFrom(member, viewer)}
  OR EXISTS (SELECT FROM users WHERE id = ${member} AND suspended_at IS NOT NULL))`;

/** The opposite, for a member whose row of `users` the statement already reads as `member`. */
export const isPresentFor = (member: string, viewer: string) =>
  `(${member}.suspended_at IS NULL AND NOT ${isHiddenFrom(`${member}.id`, viewer)})`;

/**
 * The array of `hiddenFrom` for statements that begin with `actorCte` and this, and ask about
 * several members: PostgreSQL would prepare it for each of them. Empty for visitors.
 */
export const HIDDEN_CTE = `hidden AS MATERIALIZED (SELECT ${hiddenFrom('actor.id')} AS ids FROM actor)`;
export const HIDDEN = '(SELECT ids FROM hidden)::uuid[]';

/**
 * The condition under which a `member` in a list is visible to `viewer`; both are SQL. The
 * viewer's blocks are read once for the whole list, so that it costs the same without blocks.
 */
export const isShownTo = (member: string, viewer: string) => `${member} <> ALL (ARRAY(
  SELECT blocked_id FROM member_blocks WHERE blocker_id = ${viewer}
  UNION ALL SELECT blocker_id FROM member_blocks WHERE blocked_id = ${viewer}))`;

/** Whether a `job` and its `claim` are between `blocker` (SQL) and somebody they have blocked. */
export const sharedWith = (blocker: string) => `${blocker} IN (job.owner_id, claim.sitter_id)
  AND EXISTS (SELECT FROM member_blocks block WHERE block.blocker_id = ${blocker}
    AND block.blocked_id IN (job.owner_id, claim.sitter_id))`;

/** A member that somebody wants to block, both locked. */
export type Blockable = {
  id: string;
  /** Whether the caller sees them or has a thread with them. */
  is_known: boolean;
  /** The number of the caller's blocks. */
  blocks: number;
  is_blocked: boolean;
};

/** Authorizes blocking a member. Throws NOT_FOUND, TOO_MANY_BLOCKS, CANNOT_BLOCK_YOURSELF. */
export function authorizeBlock(
  actor: Pick<Actor, 'id'>,
  member: Blockable | undefined,
): Authorized<Blockable, 'block'> {
  if (actor.id === member?.id) throw refusal('CANNOT_BLOCK_YOURSELF');
  if (!member || !(member.is_known || member.is_blocked)) throw notFound();
  if (!member.is_blocked && member.blocks >= BLOCKS_MAX) throw refusal('TOO_MANY_BLOCKS');
  return authorize(member, 'block');
}

/** A member's block of another, as a WHERE. */
export const ownBlock = (blockerId: string, blockedId: string) =>
  and(eq(memberBlocks.blocker_id, blockerId), eq(memberBlocks.blocked_id, blockedId));
