import { z } from 'zod';
import { roleSchema } from '../member/role.ts';
import { memberCardSchema } from '../member/schema.ts';
import { base, timestampSchema, uuidSchema } from '../transport/base.ts';

/** How many favorites a member can have: few enough to return the whole list at once. */
export const FAVORITES_MAX = 100;

/** A member that the caller has marked as a favorite, with the date. */
export const favoriteSchema = memberCardSchema.extend({
  role: roleSchema,
  location: z.string().nullable(),
  created_at: timestampSchema,
});
export type Favorite = z.infer<typeof favoriteSchema>;

export const favorite = {
  /**
   * The caller's favorites, newest first. Nobody can read another member's, and nobody learns
   * that they are one. [R8]
   */
  list: base
    .route({ method: 'GET', path: '/rest/v1/member_favorites', tags: ['member_favorites'] })
    .output(z.object({ items: z.array(favoriteSchema) })),

  /**
   * Adds a favorite; a second time, nothing happens. NOT_FOUND for a member the caller can't see.
   */
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
    .input(z.strictObject({ member_id: uuidSchema }))
    .output(z.void()),

  /** Removes a favorite; without one, nothing happens. */
  remove: base
    .route({
      method: 'DELETE',
      path: '/rest/v1/member_favorites/{member_id}',
      successStatus: 204,
      tags: ['member_favorites'],
    })
    .input(z.strictObject({ member_id: uuidSchema }))
    .output(z.void()),
};
