import { drawing } from './drawing.tsx';

/** A biscuit that nobody has bitten a share from. */
export const WholeBiscuit = drawing('0 0 240 180', 'whole-biscuit');
