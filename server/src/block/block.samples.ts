import type { FillFullMember } from '../testing/full-member.ts';
import type { CallAll, FillTables } from '../testing/plans/call-all.ts';

export const fillFullMember: FillFullMember = async ({ query, id, neighbors }) => {
  for (const neighbor of neighbors) {
    await query('INSERT INTO member_blocks (blocker_id, blocked_id) VALUES ($1, $2), ($2, $1)', [
      id,
      neighbor,
    ]);
  }
};

export const fillTables: FillTables = ({ owner, sitter, admin }) => `
  INSERT INTO member_blocks (blocker_id, blocked_id)
    SELECT '${owner}', id FROM users
    WHERE id NOT IN ('${owner}', '${sitter}', '${admin}') ORDER BY id LIMIT 400`;

export const callAll: CallAll = ({ as, people }) => [
  () => as.block.list({ limit: 20 }),
  () => as.block.create({ member_id: people.sitter.id }),
  () => as.block.remove({ member_id: people.sitter.id }),
];
