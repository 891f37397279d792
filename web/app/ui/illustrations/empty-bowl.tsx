import { drawing } from './drawing.tsx';

export const EmptyBowl = drawing('0 24 240 136', 'empty-bowl');
