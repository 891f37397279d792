import type { FillFullMember } from '../testing/full-member.ts';

export const fillFullMember: FillFullMember = async ({ query, id, neighbors }) => {
  for (const neighbor of neighbors) {
    await query('INSERT INTO member_blocks (blocker_id, blocked_id) VALUES ($1, $2), ($2, $1)', [
      id,
      neighbor,
    ]);
  }
};
