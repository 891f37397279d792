import { z } from 'zod';
import { memberCardSchema, roleSchema } from '../member/schema.ts';
import { base, timestampSchema } from '../transport/base.ts';

/** How many favorites one member can have: so few that the whole list is one answer. */
export const FAVORITES_MAX = 100;

/** A member that the caller has marked as a favorite, and since when. */
export const favoriteSchema = memberCardSchema.extend({
  role: roleSchema,
  location: z.string().nullable(),
  created_at: timestampSchema,
});
export type Favorite = z.infer<typeof favoriteSchema>;

export const favorite = {
  /** The caller's favorites, newest first; nobody else's can be read, and nobody learns that they are one. [R8] */
  list: base
    .route({ method: 'GET', path: '/rest/v1/member_favorites', tags: ['member_favorites'] })
    .output(z.object({ items: z.array(favoriteSchema) })),

  /** Marks a member as a favorite; again, nothing happens. NOT_FOUND for one that the caller does not see. */
  create: base
    .route({
      method: 'POST',
      path: '/rest/v1/member_favorites',
      successStatus: 204,
      tags: ['member_favorites'],
    })
    .errors({
      CANNOT_FAVOR_YOURSELF: { status: 422, message: 'You can’t be your own favorite.' },
      TOO_MANY_FAVORITES: {
        status: 409,
        message: `You can have ${FAVORITES_MAX} favorites at most.`,
      },
    })
    .input(z.strictObject({ member_id: z.uuid() }))
    .output(z.void()),

  /** Takes the mark away; without one, nothing happens. */
  remove: base
    .route({
      method: 'DELETE',
      path: '/rest/v1/member_favorites/{member_id}',
      successStatus: 204,
      tags: ['member_favorites'],
    })
    .input(z.strictObject({ member_id: z.uuid() }))
    .output(z.void()),
};
