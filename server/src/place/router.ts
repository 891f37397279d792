import { member } from '../access/guards.ts';
import { searchPlaces } from './search-places.ts';

/** Places are for members to choose from; visitors have no form that asks for one. */
export const placeRouter = {
  search: member.place.search.handler(searchPlaces),
};
