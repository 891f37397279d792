import { member } from '../access/guards.ts';
import { addFavorite, listFavorites, removeFavorite } from './favorites.ts';

/** Members handle their own favorites; nobody learns those of others. */
export const favoriteRouter = {
  list: member.favorite.list.handler(listFavorites),
  create: member.favorite.create.handler(addFavorite),
  remove: member.favorite.remove.handler(removeFavorite),
};
