import { drawing } from './drawing.tsx';

export const LostConnection = drawing('0 0 240 150', 'lost-connection');
