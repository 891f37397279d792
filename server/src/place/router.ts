import { member } from '../access/guards.ts';
import { searchPlaces } from './search-places.ts';

/** Members choose from places; visitors have no form with one. */
export const placeRouter = {
  search: member.place.search.handler(searchPlaces),
};
