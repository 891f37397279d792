import { member } from '../access/guards.ts';
import { addFavorite, listFavorites, removeFavorite } from './favorites.ts';

/** Everybody handles their own favorites, and nobody is told those of others. */
export const favoriteRouter = {
  list: member.favorite.list.handler(listFavorites),
  create: member.favorite.create.handler(addFavorite),
  remove: member.favorite.remove.handler(removeFavorite),
};
