/** What a page says to a worker of its own release that waits. */
export const TAKE_OVER = 'take-over';
