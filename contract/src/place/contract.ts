import { z } from 'zod';
import { base, pageSize } from '../transport/base.ts';
import { PLACE_SEARCH_MAX, placeSchema } from './schema.ts';

export const place = {
  /**
   * Towns and neighborhoods for a text that is still being typed: exact names first, then what the
   * text begins, then what one typing error away begins, each by population. Accents and case do
   * not matter; a region or country may follow, 'Springfield, IL'. For members. [R3] [J2] [O1]
   */
  search: base
    .route({ method: 'GET', path: '/rest/v1/places', tags: ['places'] })
    .errors({
      /** The first minute of a new community, in which the list is being filled. */
      PLACES_NOT_READY: {
        status: 503,
        message: 'The list of places is still being prepared. Please try again in a minute.',
      },
    })
    .input(
      z.strictObject({ search: z.string().trim().max(PLACE_SEARCH_MAX), limit: pageSize(8, 20) }),
    )
    .output(z.object({ items: z.array(placeSchema) })),
};
