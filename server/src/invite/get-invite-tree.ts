import type { InviteTree } from '@kindpal/contract/invite/schema';
import type { MemberContext } from '../access/context.ts';
import { isPresentFor } from '../block/policy.ts';
import { memberCard } from '../member/member-card.ts';

/** Members invite a few; staff who write to the waiting list invite many, and see the newest. */
const SHOWN = 500;

const TREE = `SELECT
  (SELECT ${memberCard('creator')} FROM invites invite JOIN users creator ON creator.id = invite.created_by
   WHERE invite.used_by = $1 AND ${isPresentFor('creator', '$1')}) AS invited_by,
  coalesce((SELECT json_agg(rows) FROM (
    SELECT ${memberCard('newcomer')} AS member, invite.used_at AS joined_at
    FROM invites invite JOIN users newcomer ON newcomer.id = invite.used_by
    WHERE invite.created_by = $1 AND ${isPresentFor('newcomer', '$1')}
    ORDER BY invite.used_at DESC LIMIT ${SHOWN}) rows), '[]') AS invited`;

/**
 * The member who invited the caller, and those the caller invited, newest first; without those who
 * left or are suspended, who look like those that a block hides. [I1]
 */
export async function getInviteTree({ context }: { context: MemberContext }): Promise<InviteTree> {
  const { services, actor } = context;
  const [tree] = await services.db.prepared<InviteTree>('invite-tree', TREE, [actor.id]);
  return tree ?? { invited_by: null, invited: [] };
}
