import type { FillFullMember } from '../testing/full-member.ts';

export const fillFullMember: FillFullMember = async ({ query, id, otherId, neighbors }) => {
  for (const partner of [...neighbors, otherId]) {
    await query('INSERT INTO member_favorites (member_id, favorite_id) VALUES ($1, $2), ($2, $1)', [
      id,
      partner,
    ]);
  }
};
