import pg from 'pg';

/** Faults of stored values, and those that triggers raise: their messages contain these values. */
const OF_VALUES = /^(?:21|22|23|P0)/;

/**
 * Why a start failed, in one line for the operator. A failed query's own message contains all its
 * values; PostgreSQL's message is the cause.
 */
export function startFailure(error: unknown): string {
  const said = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(said instanceof Error)) return String(said);
  const { code = '', table } = said as Partial<pg.DatabaseError>;
  if (!(said instanceof pg.DatabaseError) || !OF_VALUES.test(code)) return said.message;
  return `PostgreSQL refused a value (${code}${table ? ` in ${table}` : ''})`;
}
