import { FAVORITES_MAX } from '@kindpal/contract/favorite/contract';
import { and, eq } from 'drizzle-orm';
import { type Authorized, authorize } from '../access/authorized.ts';
import { memberFavorites } from '../db/schema/favorite.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/*
 * Any member may mark others that they see as favorites. Only the one who marked reads it: no answer, count
 * or event tells a favorite. While there is a block between two, or one is suspended, neither stands in
 * the other's list; who blocks loses the mark for good, the other gets it back when the block ends.
 */

/** The ids of the favorites of a member, in SQL; blocks are looked at by what lists them. */
export const favoritesOf = (member: string) =>
  `ARRAY(SELECT favorite_id FROM member_favorites WHERE member_id = ${member})`;

/** A member that somebody wants to mark, and how many they have marked. */
export type Markable = { id: string; is_seen: boolean; is_marked: boolean; favorites: number };

/** Lets a member mark another. Throws CANNOT_FAVOR_YOURSELF, NOT_FOUND, TOO_MANY_FAVORITES. */
export function authorizeFavorite(
  actor: { id: string },
  member: Markable | undefined,
): Authorized<Markable, 'favor'> {
  if (actor.id === member?.id) throw refusal('CANNOT_FAVOR_YOURSELF');
  if (!member?.is_seen) throw notFound();
  if (!member.is_marked && member.favorites >= FAVORITES_MAX) throw refusal('TOO_MANY_FAVORITES');
  return authorize(member, 'favor');
}

/** The mark that a member set on another, as a WHERE. */
export const ownFavorite = (memberId: string, favoriteId: string) =>
  and(eq(memberFavorites.member_id, memberId), eq(memberFavorites.favorite_id, favoriteId));
