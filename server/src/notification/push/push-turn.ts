/**
 * The push services of the common browsers, as a regular expression for both JavaScript and
 * PostgreSQL. A member may name any other server, such as one that never answers.
 */
const COMMON =
  '^https://(fcm[.]googleapis[.]com|([a-z0-9-]+[.])*(push[.]services[.]mozilla[.]com|notify[.]windows[.]com|push[.]apple[.]com))/';
/** Messages for all others wait for each other, so that they delay nobody else's. */
const OTHERS = 'other push services';

/** The queue for messages to an endpoint; null where they need not wait for each other. */
export const turnOfPush = (endpoint: string): string | null =>
  new RegExp(COMMON).test(endpoint) ? null : OTHERS;

/** The same in SQL, for an endpoint's column. */
export const turnOfPushIn = (endpoint: string): string =>
  `CASE WHEN ${endpoint} !~ '${COMMON}' THEN '${OTHERS}' END`;
