import type { Favorite, favorite } from '@kindpal/contract/favorite/contract';
import { FAVORITES_MAX } from '@kindpal/contract/favorite/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import { holdSelf } from '../access/hold-member.ts';
import { isPresentFor } from '../block/policy.ts';
import type { Queries } from '../db/client.ts';
import { memberFavorites } from '../db/schema/favorite.ts';
import { authorizeFavorite, type Markable, ownFavorite } from './policy.ts';

const LIST = `SELECT member.id, member.full_name, member.profile_image_url, member.is_verified,
    member.role, member.location, kept.created_at
  FROM member_favorites kept JOIN users member ON member.id = kept.favorite_id
  WHERE kept.member_id = $1 AND ${isPresentFor('member', '$1')}
  ORDER BY kept.created_at DESC, kept.favorite_id DESC LIMIT ${FAVORITES_MAX}`;

/** The caller's favorites that they see, newest first. [R8] */
export async function listFavorites({ context }: MemberCall<typeof favorite.list>) {
  const { services, actor } = context;
  const items = await services.db.jsonRows<Favorite>({
    name: 'member-favorites',
    text: LIST,
    values: [actor.id],
  });
  return { items };
}

const markableSchema: z.ZodType<Markable> = z.strictObject({
  id: z.string(),
  is_seen: z.boolean(),
  is_marked: z.boolean(),
  favorites: z.int(),
});

/**
 * Adds a favorite; a second time, nothing happens. Throws CANNOT_FAVOR_YOURSELF, NOT_FOUND,
 * TOO_MANY_FAVORITES. [R8]
 */
export async function addFavorite({ input, context }: MemberCall<typeof favorite.create>) {
  const { services, actor } = context;
  await services.db.drizzle.transaction(async (tx) => {
    // Two tabs of a member take turns, so that they can't both use the last place.
    await holdSelf(tx, actor);
    const { rows } = await tx.execute(sql`SELECT member.id,
        ${sql.raw(isPresentFor('member', 'actor.id'))} AS is_seen,
        EXISTS (SELECT FROM member_favorites
          WHERE member_id = actor.id AND favorite_id = member.id) AS is_marked,
        (SELECT count(*)::int FROM member_favorites WHERE member_id = actor.id) AS favorites
      FROM users member JOIN users actor ON actor.id = ${actor.id}
      WHERE member.id = ${input.member_id}`);
    const member = markableSchema.optional().parse(rows[0]);
    await mark(tx, authorizeFavorite(actor, member), actor.id);
  });
}

async function mark(tx: Queries, { id }: Authorized<Markable, 'favor'>, by: string): Promise<void> {
  await tx
    .insert(memberFavorites)
    .values({ member_id: by, favorite_id: id, created_at: sql`clock_timestamp()` })
    .onConflictDoNothing();
}

/** Removes one of the caller's favorites; without one, nothing happens. [R8] */
export async function removeFavorite({ input, context }: MemberCall<typeof favorite.remove>) {
  const { services, actor } = context;
  await services.db.drizzle.delete(memberFavorites).where(ownFavorite(actor.id, input.member_id));
}
