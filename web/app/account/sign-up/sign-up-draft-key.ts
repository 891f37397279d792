/** Where this tab stores what a newcomer has typed. */
export const SIGN_UP_DRAFT_KEY = 'kindpal.join';
