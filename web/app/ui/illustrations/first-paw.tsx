import { drawing } from './drawing.tsx';

/** A raised paw among others: claimed. */
export const FirstPaw = drawing('0 0 240 180', 'first-paw');
