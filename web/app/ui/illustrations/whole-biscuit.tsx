import { drawing } from './drawing.tsx';

/** An unbitten biscuit: nobody takes a share. */
export const WholeBiscuit = drawing('0 0 240 180', 'whole-biscuit');
