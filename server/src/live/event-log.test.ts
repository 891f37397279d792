import { liveTables } from '@kindpal/contract/live/tables';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import {
  adoptHistory,
  getHead,
  isPruned,
  listEventsAfter,
  READ_LIMIT,
  type RecordedEvent,
} from './event-log.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

it('events are sent in the order of their transactions, even when the number of digits grows [X4]', async () => {
  const { db } = kindpal.services;
  await db.pool.query(`INSERT INTO change_events (tx, table_name, op, row_id)
    SELECT tx::xid8, 'jobs', 'update', gen_random_uuid() FROM unnest('{100,8,99,9,10}'::text[]) tx`);
  const told = await listEventsAfter(db, { tx: 0n, id: 0, at: 0 });
  expect(told?.map((event) => event.tx)).toEqual([8n, 9n, 10n, 99n, 100n]);
});

it('events of a future transaction delay nobody [X4]', async () => {
  const { db } = kindpal.services;
  await db.pool.query(`INSERT INTO change_events (tx, table_name, op, row_id)
    VALUES ('18446744073709551000', 'jobs', 'update', gen_random_uuid())`);
  const told = await listEventsAfter(db, { tx: 100n, id: 0, at: 0 });
  expect(told?.filter((event) => !event.settled)).toEqual([]);
});

it('a copied database begins a new history, and only then [X4]', async () => {
  const { db } = kindpal.services;
  const owner = new pg.Client({ connectionString: kindpal.ownerUrl });
  await owner.connect();
  await adoptHistory(owner);
  const { history } = await getHead(db);
  await adoptHistory(owner);
  expect((await getHead(db)).history).toBe(history);
  await db.pool.query(`UPDATE live_horizon SET origin = 'another/1'`);
  await adoptHistory(owner);
  await owner.end();
  expect((await getHead(db)).history).not.toBe(history);
  expect(await listEventsAfter(db, { tx: 0n, id: 0, at: 0 })).toEqual([]);
});

it('a node begins at the last event, whose loss it would notice, not at the last transaction [X4]', async () => {
  const { db } = kindpal.services;
  const { id } = await createMember(db);
  await db.pool.query('SELECT pg_current_xact_id()');
  // Other databases of these tests may still run earlier transactions.
  const listUnread = async () => listEventsAfter(db, await getHead(db));
  await expect.poll(listUnread, { timeout: 5_000 }).toEqual([]);
  const head = await getHead(db);
  await db.pool.query('DELETE FROM change_events WHERE row_id = $1', [id]);
  expect(await listEventsAfter(db, head)).toBeNull();
});

it('a node does not begin at an event behind the horizon, where its pages would be reset at once [X4]', async () => {
  const { db } = kindpal.services;
  await createMember(db);
  // An older event of a later transaction has been pruned.
  await db.pool.query('SELECT pg_current_xact_id()');
  await db.pool.query(
    `UPDATE live_horizon SET tx = (pg_snapshot_xmax(pg_current_snapshot())::text::numeric - 1)::text::xid8`,
  );
  // Other databases of these tests may still run earlier transactions.
  const isLost = async () => isPruned(db, await getHead(db));
  await expect.poll(isLost, { timeout: 5_000 }).toBe(false);
});

it('a read has as many events after a known position as after one without an event [X4]', async () => {
  const { db } = kindpal.services;
  await db.pool.query(`INSERT INTO change_events (table_name, op, row_id)
    SELECT 'jobs', 'update', gen_random_uuid() FROM generate_series(1, 510)`);
  const first = (await listEventsAfter(db, { tx: 0n, id: 0, at: 0 })) ?? [];
  expect(first).toHaveLength(READ_LIMIT);
  const next = await listEventsAfter(db, first[2] as RecordedEvent);
  expect(next).toHaveLength(READ_LIMIT);
  expect(next?.[0]?.id).toBe(first[3]?.id);
});

it('a sign-in, and a save without changes, cause no event; a new name does [X4]', async () => {
  const { db } = kindpal.services;
  const { id } = await createMember(db);
  const told = async (change: string) => {
    await db.pool.query('DELETE FROM change_events WHERE row_id = $1', [id]);
    await db.pool.query(`UPDATE users SET ${change} WHERE id = $1`, [id]);
    const { rows } = await db.pool.query('SELECT op FROM change_events WHERE row_id = $1', [id]);
    return rows.map(({ op }) => op);
  };
  expect(await told('last_sign_in_at = now()')).toEqual([]);
  expect(await told('first_name = first_name, bio = bio')).toEqual([]);
  expect(await told("first_name = 'Ada', last_sign_in_at = now()")).toEqual(['update']);
  expect(await told("bio = 'I walk dogs.'")).toEqual(['update']);
});

it('every table with change events is in the contract, and vice versa [X4]', async () => {
  const { rows } = await kindpal.services.db.pool.query<{ name: string }>(`
    SELECT told[1] AS name FROM pg_proc,
      regexp_matches(prosrc, $$(?:VALUES \\(|SELECT )'([a-z_]+)'$$, 'g') told
    WHERE prosrc ~ 'INSERT INTO change_events'
    UNION SELECT tgrelid::regclass::text FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE prosrc ~ 'VALUES .TG_TABLE_NAME'`);
  const told = rows.map(({ name }) => name);
  const named: string[] = liveTables();
  expect(
    told.filter((name) => !named.includes(name)),
    'A trigger tells of these: name them in contract/src/live/tables.ts.',
  ).toEqual([]);
  expect(
    named.filter((name) => !told.includes(name)),
    'No trigger tells of these: a migration has to add one that writes to change_events.',
  ).toEqual([]);
});

it('a stream of a new history keeps its position though an earlier transaction is still running [X4]', async () => {
  const { db } = kindpal.services;
  const owner = new pg.Client({ connectionString: kindpal.ownerUrl });
  await owner.connect();
  const earlier = await db.pool.connect();
  await earlier.query('BEGIN; SELECT pg_current_xact_id()');
  await db.pool.query(`UPDATE live_horizon SET origin = 'another/1'`);
  await adoptHistory(owner);
  const isLost = await isPruned(db, await getHead(db));
  await earlier.query('ROLLBACK');
  earlier.release();
  await owner.end();
  expect(isLost).toBe(false);
});
