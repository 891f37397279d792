import { FAVORITES_MAX } from '@kindpal/contract/favorite/contract';
import { and, eq } from 'drizzle-orm';
import { type Authorized, authorize } from '../access/authorized.ts';
import { memberFavorites } from '../db/schema/favorite.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/*
 * Members may mark others that they see as favorites. The list is private: no answer, count or
 * event reveals a favorite. A suspended member appears in no list. While there is a block between
 * two members, neither appears in the other's list, except that of a blocked member during a claim
 * between both: there a missing favorite would reveal the block. The blocker loses the favorite
 * permanently, the other gets it back when the block ends.
 */

/** The ids of a member's favorites, in SQL; the list itself handles blocks. */
export const favoritesOf = (member: string) =>
  `ARRAY(SELECT favorite_id FROM member_favorites WHERE member_id = ${member})`;

/** A member to add as a favorite, and the number of favorites so far. */
export type Markable = { id: string; is_seen: boolean; is_marked: boolean; favorites: number };

/** Authorizes adding a favorite. Throws CANNOT_FAVOR_YOURSELF, NOT_FOUND, TOO_MANY_FAVORITES. */
export function authorizeFavorite(
  actor: { id: string },
  member: Markable | undefined,
): Authorized<Markable, 'favor'> {
  if (actor.id === member?.id) throw refusal('CANNOT_FAVOR_YOURSELF');
  if (!member?.is_seen) throw notFound();
  if (!member.is_marked && member.favorites >= FAVORITES_MAX) throw refusal('TOO_MANY_FAVORITES');
  return authorize(member, 'favor');
}

/** A member's favorite, as a WHERE. */
export const ownFavorite = (memberId: string, favoriteId: string) =>
  and(eq(memberFavorites.member_id, memberId), eq(memberFavorites.favorite_id, favoriteId));
