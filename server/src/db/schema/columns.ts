import { type AnyColumn, sql } from 'drizzle-orm';
import { check } from 'drizzle-orm/pg-core';
import type { z } from 'zod';

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
 * The contract's rule for the text of each `lengthOf`, by the name of its CHECK: a test compares
 * both. Drizzle declares the CHECKs of a table only when somebody reads them, which no server does.
 */
export const LENGTH_RULES = new Map<string, z.ZodType>();

/** A CHECK that a text has as many characters as the contract's rule for it allows. */
export function lengthOf(
  name: string,
  column: AnyColumn,
  { rule, min = 0, max }: { rule: z.ZodType; min?: number; max: number },
) {
  LENGTH_RULES.set(name, rule);
  const limits = min > 0 ? `between ${min} and ${max}` : `<= ${max}`;
  return check(name, sql`char_length(${column}) ${sql.raw(limits)}`);
}

/**
 * The path below the bucket in a stored image's public address, for a generated column that
 * references `files`; null for no address. [X5]
 */
export function pathOf(url: AnyColumn) {
  return sql`substring(${url} from '^/storage/v1/object/public/profile-images/(.*)$')`;
}
