/** What the list of open jobs can be ordered by, the usual way first. [J1] */
export const JOB_SORTS = ['newest', 'soonest', 'nearest', 'pay'] as const;
export type JobSort = (typeof JOB_SORTS)[number];

/** The widest circle that a list looks in, in miles. */
export const WITHIN_MILES_MOST = 100;
