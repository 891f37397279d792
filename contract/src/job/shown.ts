/** At home: at most this many of an owner's own jobs, or of open jobs. [D1] */
export const OWN_JOBS_AT_HOME = 6;
export const OPEN_JOBS_AT_HOME = 4;

/** How many jobs the list of open jobs asks for at once. [J1] */
export const JOBS_A_PAGE = 20;
