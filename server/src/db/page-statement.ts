import type { Statement } from './client.ts';

/**
 * Part of a WHERE; `?` stands for its parameter. The name distinguishes this shape of the list
 * from others.
 */
export type Condition = { name: string; text: string; value?: unknown };

type PageOf = {
  name: string;
  /** The part before WHERE; `$1` and following are `given`. */
  select: string;
  given?: unknown[];
  where?: (Condition | false | undefined)[];
  /** The sort columns with their types, the last one unique. */
  order: [expression: string, type: string][];
  /** Lists are descending by default. */
  isAscending?: boolean;
  /** The values of `order` in the last row of the previous page; null for the first page. */
  after: unknown[] | null;
  limit: number;
  /** For searches, whose best plan depends on how common the words are. */
  isPlannedAnew?: boolean;
};

/** The order of a list with the newest first. */
export const newest = (at = 'created_at', id = 'id'): PageOf['order'] => [
  [at, 'timestamptz'],
  [id, 'uuid'],
];

/**
 * The sizes of our own pages, most with an extra row that shows whether there is another page.
 * Clients may ask for any size, but a prepared statement takes some 70 kB of every connection that
 * has run it, until it closes: one for each size would let a single visitor use up the database's
 * memory.
 */
const PREPARED_SIZES = new Set([3, 5, 7, 9, 10, 11, 19, 21, 26, 50, 51, 101]);

/** Whether a statement that reads this many rows may be prepared. */
export const isPreparedSize = (limit: number) => PREPARED_SIZES.has(limit);

/**
 * A page of a list as a prepared statement, one for each shape; of an unusual size as one without a
 * name, which is planned each time. Absent conditions and the limit are not parameters: PostgreSQL
 * would have to plan for every case.
 */
export function pageStatement({
  name,
  select,
  given = [],
  where = [],
  order,
  isAscending = false,
  after,
  limit,
  isPlannedAnew = false,
}: PageOf): Statement {
  const values = [...given];
  const param = (value: unknown, type?: string) =>
    `$${values.push(value)}${type ? `::${type}` : ''}`;
  const asked = where.filter((condition) => typeof condition === 'object');
  const conditions = asked.map(({ text, value }) =>
    value === undefined ? text : text.replaceAll('?', param(value)),
  );
  if (after) {
    const key = order.map(([, type], place) => {
      const value = param(after[place], type);
      // Hidden from the planner, unless it should see everything: knowing the value, it expects
      // few rows near a list's end, and plans each such page again, which takes longer than
      // reading it.
      return isPlannedAnew ? value : `(SELECT ${value})`;
    });
    conditions.push(
      `(${order.map(([expression]) => expression).join(', ')}) ${isAscending ? '>' : '<'} (${key.join(', ')})`,
    );
  }
  const shape = [name, limit, ...asked.map((condition) => condition.name), after && 'after'];
  return {
    ...(isPlannedAnew || !isPreparedSize(limit) ? {} : { name: shape.filter(Boolean).join('-') }),
    text: `${select}
      ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
      ORDER BY ${order.map(([expression]) => `${expression}${isAscending ? '' : ' DESC'}`).join(', ')}
      LIMIT ${Math.trunc(limit)}`,
    values,
  };
}
