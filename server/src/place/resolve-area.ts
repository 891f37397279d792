import { eq } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { places } from '../db/schema/place.ts';
import { invalidField } from '../transport/refusal.ts';
import { candidatesOf, certainMatch, findMatches, hasMoreParts } from './match-place.ts';

/** Area and address, as forms send them and as a row stores them; undefined fields stay. */
export type Area = {
  place_id?: number | null | undefined;
  location?: string | null | undefined;
  address?: string | null | undefined;
};

/**
 * Resolves an area. `place_id` is used if sent; a `location` text must name one place
 * unambiguously, and its remainder is stored as the address unless there is one. Throws
 * INVALID_INPUT with the field that names no place. [R3] [J2] [O1]
 */
export async function resolveArea(queries: Queries, sent: Area): Promise<Area> {
  const { place_id, location, address } = sent;
  if (place_id) return { ...(await findById(queries, place_id)), address };
  if (location) return findByWords(queries, location, address);
  const isCleared = place_id === null || location === null || location === '';
  return isCleared ? { place_id: null, location: null, address } : { address };
}

async function findById(queries: Queries, id: number): Promise<Area> {
  const [place] = await queries
    .select({ place_id: places.id, location: places.label })
    .from(places)
    .where(eq(places.id, id));
  if (!place) throw invalidField('place_id', 'Please pick your area from the list');
  return place;
}

async function findByWords(
  queries: Queries,
  text: string,
  address: string | null | undefined,
): Promise<Area> {
  const candidates = candidatesOf(text);
  const matches = await findMatches(queries, candidates);
  const match = certainMatch(matches);
  const candidate = match && candidates[match.n];
  if (!candidate) {
    throw invalidField('location', 'Please name a town and its region, as in Brooklyn, New York');
  }
  return {
    place_id: match.id,
    location: match.label,
    address: address === undefined && hasMoreParts(text, candidate) ? text : address,
  };
}
