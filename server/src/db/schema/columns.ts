import { type AnyColumn, sql } from 'drizzle-orm';
import { check } from 'drizzle-orm/pg-core';

/** The contract's values of a field, in the form that a text column takes. */
export function valuesOf<Value extends string>(schema: { options: Value[] }): [Value, ...Value[]] {
  return schema.options as [Value, ...Value[]];
}

/** The CHECK that a text column, unless it is null, holds one of these values. */
export function oneOf(name: string, column: AnyColumn, values: readonly string[]) {
  const list = values.map((value) => `'${value}'`).join(', ');
  return check(name, sql`${column} in (${sql.raw(list)})`);
}

/**
 * The path below the bucket that a stored image's public address names, for a generated column that
 * refers to `files`; null for no address. [X5]
 */
export function pathOf(url: AnyColumn) {
  return sql`substring(${url} from '^/storage/v1/object/public/profile-images/(.*)$')`;
}
