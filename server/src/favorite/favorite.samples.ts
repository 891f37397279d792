import { memberFavorites } from '../db/schema/favorite.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { CallAll, FillTables } from '../testing/plans/call-all.ts';

export const fillFullMember: FillFullMember = async ({ query, id, otherId, neighbors }) => {
  for (const partner of [...neighbors, otherId]) {
    await query('INSERT INTO member_favorites (member_id, favorite_id) VALUES ($1, $2), ($2, $1)', [
      id,
      partner,
    ]);
  }
};

/** A favorite of the owner, who is one of a sitter. */
export const fillScene: FillScene = async ({ db }, { owner, sitter, past }) => {
  await db.drizzle.insert(memberFavorites).values([
    { member_id: owner.id, favorite_id: past.id },
    { member_id: sitter.id, favorite_id: owner.id },
  ]);
  return {};
};

export const fillTables: FillTables = ({ owner, sitter, admin }) => `
  INSERT INTO member_favorites (member_id, favorite_id)
    SELECT '${owner}', id FROM users WHERE id NOT IN ('${owner}', '${admin}')
    ORDER BY id LIMIT 50;
  INSERT INTO member_favorites (member_id, favorite_id)
    SELECT id, '${sitter}' FROM users WHERE id <> '${sitter}' ON CONFLICT DO NOTHING`;

export const callAll: CallAll = ({ as }) => [() => as.favorite.list()];
