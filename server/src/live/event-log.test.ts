import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { formatPosition, listEventsAfter, parsePosition } from './event-log.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

it('events are told in the order of their transactions, also where the digits grow by one [X4]', async () => {
  const { db } = kindpal.services;
  await db.pool.query(`INSERT INTO change_events (tx, table_name, op, row_id)
    SELECT tx::xid8, 'jobs', 'update', gen_random_uuid() FROM unnest('{100,8,99,9,10}'::text[]) tx`);
  const told = await listEventsAfter(db, { tx: 0n, id: 0 });
  expect(told.map((event) => event.tx)).toEqual([8n, 9n, 10n, 99n, 100n]);
});

it('a position survives its way through Last-Event-ID, and nothing else passes for one [X4]', () => {
  const position = { tx: 18_446_744_073_709_551_615n, id: Number.MAX_SAFE_INTEGER };
  expect(parsePosition(formatPosition(position))).toEqual(position);
  for (const text of ['', '1', '1-', '-1', '1-2-3', 'a-b', "1-1'; --"]) {
    expect(parsePosition(text)).toBeNull();
  }
});
