import { drawing } from './drawing.tsx';

export const KeyOnTag = drawing('0 0 240 180', 'key-on-tag');
