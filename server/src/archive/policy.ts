/*
 * Members have a copy of their own data made, once a day, and fetch it signed in, for 7 days; nobody
 * else can, staff neither. It holds what they wrote, and of others only what is about them: reviews
 * that are published, and the names of those they dealt with stay out.
 */

const DAY_MS = 86_400_000;
/** One that is not ready a day later did not come about. */
export const NEXT_AFTER_MS = DAY_MS;
