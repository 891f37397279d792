import { z } from 'zod';

/** A town or neighborhood of the gazetteer: its GeoNames id, and what it is called on screens. */
export const placeSchema = z.object({
  id: z.int(),
  /** The town and its region, 'Brooklyn, New York': the area that a profile or a job shows. */
  label: z.string(),
  /** The country in English, to tell towns of one name apart. */
  country: z.string(),
});
export type Place = z.infer<typeof placeSchema>;

export const PLACE_SEARCH_MAX = 100;
