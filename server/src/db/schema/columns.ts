import { type AnyColumn, sql } from 'drizzle-orm';
import { check } from 'drizzle-orm/pg-core';

/** The contract's values of a field, in the form that a text column needs. */
export function valuesOf<Value extends string>(schema: { options: Value[] }): [Value, ...Value[]] {
  return schema.options as [Value, ...Value[]];
}

/** A CHECK that a text column is null or has one of these values. */
export function oneOf(name: string, column: AnyColumn, values: readonly string[]) {
  const list = values.map((value) => `'${value}'`).join(', ');
  return check(name, sql`${column} in (${sql.raw(list)})`);
}

/**
 * The path below the bucket in a stored image's public address, for a generated column that
 * references `files`; null for no address. [X5]
 */
export function pathOf(url: AnyColumn) {
  return sql`substring(${url} from '^/storage/v1/object/public/profile-images/(.*)$')`;
}
