import { z } from 'zod';
import { base, pageSize } from '../transport/base.ts';
import { PLACE_SEARCH_MAX, placeSchema } from './schema.ts';

export const place = {
  /**
   * Places that match a text while it is typed: exact names first, then names that start with it,
   * then names one typo away, each by population. Accents and case are ignored; a region or
   * country may follow, 'Springfield, IL'. For members. [R3] [J2] [O1]
   */
  search: base
    .route({ method: 'GET', path: '/rest/v1/places', tags: ['places'] })
    .errors({
      /** The list of places is still being filled, in the first minute of a new community. */
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
