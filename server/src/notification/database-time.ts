/**
 * The node's time ($1) by the clock of the database, which may be hours off: what triggers write is
 * compared with it. $2 is the time on the node's own clock, which tests of $1 leave alone.
 */
export const DATABASE_TIME = '($1::timestamptz + (now() - $2::timestamptz))';

/** How far the clock of the database is behind that of the node, whose time is this parameter. */
export const databaseLag = (nodeTime: string) =>
  `greatest(${nodeTime}::timestamptz - now(), interval '0')`;
