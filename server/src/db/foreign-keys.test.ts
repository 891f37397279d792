import { claimEndSchema } from '@kindpal/contract/claim/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

type Enum = { table: string; column: string; values: readonly string[] };

test('an enum column has no other value, whatever writes it', async () => {
  const columns: Enum[] = [
    { table: 'jobs', column: 'pet_size', values: ['small', 'medium', 'large', 'extra_large'] },
    { table: 'jobs', column: 'job_type', values: ['pet_sitting', 'dog_walking', 'both'] },
    {
      table: 'users',
      column: 'payment_preference',
      values: ['hourly_rate', 'fixed_rate', 'negotiable'],
    },
    {
      table: 'form_drafts',
      column: 'form_type',
      values: ['pet_onboarding', 'pet_sitter_onboarding'],
    },
    { table: 'messages', column: 'message_type', values: ['text'] },
    { table: 'job_claims', column: 'end_reason', values: claimEndSchema.options },
  ];
  for (const { table, column, values } of columns) {
    const { rows } = await kindpal.services.db.pool.query<{ rule: string }>(
      `SELECT pg_get_constraintdef(con.oid) AS rule FROM pg_constraint con
       JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
       WHERE contype = 'c' AND conrelid = $1::regclass AND attname = $2 AND cardinality(conkey) = 1`,
      [table, column],
    );
    const allowed = rows.flatMap(({ rule }) =>
      [...rule.matchAll(/'([^']*)'::text/g)].map(([, value]) => value),
    );
    expect(allowed, `${table}.${column}`).toEqual(values);
  }
});
