/** Smaller counts are not published: in a small community they could identify a member. */
export const SUMMARY_MIN = 5;
