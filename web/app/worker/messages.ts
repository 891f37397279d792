/** The message of a page to a waiting worker of its own release. */
export const TAKE_OVER = 'take-over';
