/** On the dashboard: the most jobs of an owner, and the most open jobs. [D1] */
export const OWN_JOBS_AT_HOME = 6;
export const OPEN_JOBS_AT_HOME = 4;

/** How many jobs a page of the list of open jobs has. [J1] */
export const JOBS_A_PAGE = 20;
