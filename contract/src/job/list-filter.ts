/** The orders of the list of open jobs, the default first. [J1] */
export const JOB_SORTS = ['newest', 'soonest', 'nearest', 'pay'] as const;
export type JobSort = (typeof JOB_SORTS)[number];

/** The largest search radius of a list, in miles. */
export const WITHIN_MILES_MOST = 100;
