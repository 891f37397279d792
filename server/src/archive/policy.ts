/*
 * Members can request an export of their own data once a day, and download it signed in, for 7
 * days; while they are suspended, they do both with an emailed link. Nobody else can, including
 * staff. It contains what they wrote, and from others only what is about them: published reviews,
 * without the names of the people they dealt with.
 */

const DAY_MS = 86_400_000;
/** An export that is not ready a day later has failed. */
export const NEXT_AFTER_MS = DAY_MS;
