import { z } from 'zod';
import { cleanText } from '../text/schema.ts';

/** A town or neighborhood of the gazetteer: its GeoNames id, and its names. */
export const placeSchema = z.object({
  id: z.int(),
  /** The town and its region, 'Brooklyn, New York': the area that a profile or a job shows. */
  label: z.string(),
  /** The country in English, to distinguish towns of the same name. */
  country: z.string(),
});
export type Place = z.infer<typeof placeSchema>;

export const PLACE_SEARCH_MAX = 100;
export const ADDRESS_MAX = 200;

/**
 * An area as forms send it. `place_id` is picked from the list of places. Callers that send
 * `location` as text must name one place without ambiguity, 'Brooklyn, NY'.
 */
export const areaFields = {
  place_id: z.int32().positive(),
  location: cleanText({ label: 'Location', max: 200 }),
};

/** Street and number: only for the author, and for the sitter who holds the job. */
export const addressSchema = cleanText({ label: 'Address', max: ADDRESS_MAX, min: 0 }).nullable();
