import { databaseErrorOf } from './client.ts';

/**
 * PostgreSQL stops or starts (57), has no connection or space left (53), admits this role no more
 * (28), has no such database (3D) or closed it (55000), may not write (25006), can't read its files
 * (58), or chose this transaction to end a conflict (40, 55P03).
 */
const REFUSALS = /^(08|28|3D|40|53|57|58|25006|55000|55P03)/;
/** Nobody is connected to it: it has ended everybody's connection, or is not there. */
const GONE = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ENOENT', 'ECONNRESET']);

/** Whether the database refuses for a reason that passes; a silent network is not a refusal. */
export function refusesNow(error: unknown): boolean {
  return REFUSALS.test(databaseErrorOf(error)?.code ?? '') || refusesEverybody(error);
}

/** Whether it refuses every node. */
export function refusesEverybody(error: unknown): boolean {
  return GONE.has((firstCauseOf(error) as { code?: string }).code ?? '');
}

/** Whether a statement failed for a reason that passes, such as a database that is away. */
export function isAway(error: unknown): boolean {
  if (databaseErrorOf(error)) return refusesNow(error);
  const first = firstCauseOf(error);
  // Node and pg report a lost connection as a plain error; a bug is a TypeError or the like.
  return first instanceof Error && ['Error', 'AggregateError'].includes(first.name);
}

function firstCauseOf(error: unknown): unknown {
  let first = error;
  while (first instanceof Error && first.cause instanceof Error) first = first.cause;
  return first;
}
