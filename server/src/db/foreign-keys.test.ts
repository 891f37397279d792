import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTables } from '../testing/list-tables.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

/**
 * Foreign keys without an index that starts with their columns. A partial index is enough if it
 * only leaves out rows with a null key, which reference nothing.
 */
const UNINDEXED = `SELECT con.conrelid::regclass || ' (' || columns.names || ')' AS key
  FROM pg_constraint con
  CROSS JOIN LATERAL (
    SELECT string_agg(attname, ', ' ORDER BY attnum) AS names, count(*) AS n,
           array_agg(format('(%I IS NOT NULL)', attname)) AS not_null
    FROM pg_attribute WHERE attrelid = con.conrelid AND attnum = ANY(con.conkey)
  ) columns
  WHERE con.contype = 'f' AND con.connamespace IN ('public'::regnamespace, 'auth'::regnamespace)
    AND NOT EXISTS (
      SELECT FROM pg_index
      WHERE indrelid = con.conrelid AND indisvalid
        AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) = ANY(columns.not_null))
        AND indkey[0] = ANY(con.conkey)
        -- For a composite key, an index on the first column is enough if that is an id.
        AND (columns.n = 1 OR indkey[0] = con.conkey[1]))
  ORDER BY 1`;

test('every foreign key has an index, so that removing a member reads no whole table', async () => {
  const { rows } = await kindpal.services.db.pool.query<{ key: string }>(UNINDEXED);
  expect(
    rows.map(({ key }) => key),
    'Give each an index that begins with this column, in server/src/db/schema.',
  ).toEqual([]);
});

type Enum = { schema: string; table: string; column: string; values: readonly string[] };

/** Every column whose type in `schema/` allows only some values, except arrays. */
async function listEnums(): Promise<Enum[]> {
  return (await listTables()).flatMap((value) => {
    const { schema = 'public', name: table, columns } = getTableConfig(value);
    return columns.flatMap(({ name: column, enumValues: values }) =>
      values ? [{ schema, table, column, values }] : [],
    );
  });
}

/** The values that CHECKs on this column alone allow. */
async function allowedValues({ schema, table, column }: Enum): Promise<string[]> {
  const { rows } = await kindpal.services.db.pool.query<{ rule: string }>(
    `SELECT pg_get_constraintdef(con.oid) AS rule FROM pg_constraint con
     JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
     WHERE contype = 'c' AND conrelid = $1::regclass AND attname = $2 AND cardinality(conkey) = 1`,
    [`${schema}."${table}"`, column],
  );
  return rows.flatMap(({ rule }) =>
    [...rule.matchAll(/'([^']*)'::text/g)].map(([, value]) => value as string),
  );
}

/** Columns without a CHECK of their own, and the reasons. */
const UNCHECKED: Record<string, string> = {
  'change_events.op': 'Written by triggers alone, for every change of every table',
  'users.active_role': 'Its CHECK compares it with the role as well',
};

test('an enum column has no other value, whatever writes it', async () => {
  const enums = await listEnums();
  expect(enums.length).toBeGreaterThan(40);
  const wrong: string[] = [];
  for (const column of enums) {
    const allowed = (await allowedValues(column)).sort().join();
    if (allowed !== [...column.values].sort().join())
      wrong.push(`${column.table}.${column.column}`);
  }
  expect(wrong.sort(), 'Give each a CHECK with oneOf, in server/src/db/schema.').toEqual(
    Object.keys(UNCHECKED),
  );
});
