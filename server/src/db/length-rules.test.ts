import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTables } from '../testing/list-tables.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer } from '../testing/test-server.ts';
import { LENGTH_RULES } from './schema/columns.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

type Constraint = { name: string; column: string; rule: string };

/** Every CHECK on the length of a text; the address of a push service is not one. */
async function listConstraints(): Promise<Constraint[]> {
  const { rows } = await kindpal.services.db.pool.query<Constraint>(`
    SELECT con.conname AS name, attname AS column, pg_get_expr(conbin, conrelid) AS rule
    FROM pg_constraint con
    JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'c' AND connamespace IN ('public'::regnamespace, 'auth'::regnamespace)
      AND conparentid = 0 AND conname <> 'push_subscriptions_endpoint'
      AND pg_get_expr(conbin, conrelid) ~ 'length\\('
    ORDER BY 1`);
  return rows;
}

test('texts with emoji have the same length for the contract and the table', async () => {
  const constraints = await listConstraints();
  // Drizzle declares the CHECKs of a table when its config is read.
  for (const table of await listTables()) getTableConfig(table);
  expect(
    constraints.map(({ name }) => name),
    'Declare each with lengthOf in server/src/db/schema, with the contract’s rule.',
  ).toEqual([...LENGTH_RULES.keys()].sort());
  for (const { name, column, rule } of constraints) {
    expect(rule, name).toContain('char_length(');
    const fits = async (text: string) => {
      const asked = `SELECT ${rule} AS fits FROM (SELECT $1::text AS ${column}) AS one`;
      const { rows } = await kindpal.services.db.pool.query<{ fits: boolean }>(asked, [text]);
      return rows[0]?.fits;
    };
    const limits = [...rule.matchAll(/\d+/g)].map(Number);
    for (const length of limits.flatMap((limit) => [limit - 1, limit, limit + 1])) {
      for (const text of ['🐶'.repeat(length), 'é'.repeat(length)]) {
        const read = LENGTH_RULES.get(name)?.safeParse(text);
        const kept = read?.success ? (read.data as string) : text;
        expect(await fits(kept), `${name}: ${length} × ${text.slice(0, 2)}`).toBe(read?.success);
      }
    }
  }
});

test('a short message with an emoji is refused as too short, not as a fault [F2]', async () => {
  const server = await startTestServer(kindpal);
  const send = async (message: string) => {
    const init = { method: 'POST', body: JSON.stringify({ message }) };
    const headers = { 'content-type': 'application/json', origin: kindpal.services.env.appUrl };
    return (await server.fetch('/rest/v1/feedback', { ...init, headers })).status;
  };
  expect([await send('Thanks! 🐶'), await send('Thanks! 🐶🐶')]).toEqual([422, 201]);
  await server.close();
});
