import { drawing } from './drawing.tsx';

export const CatOnSill = drawing('0 0 260 220', 'cat-on-sill');
