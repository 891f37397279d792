import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

it('a developer reads a day as it is stored, wherever the server is, and a time to the microsecond', async () => {
  const statement = {
    text: `SELECT date '2026-03-04' AS day, timestamptz '2026-03-04 05:06:07.123456Z' AS moment`,
    values: [],
  };
  const row = { day: '2026-03-04', moment: '2026-03-04T05:06:07.123456Z' };
  expect(await kindpal.services.db.jsonRows(statement)).toEqual([row]);
  expect(await kindpal.services.db.shortRead({ ...statement, name: 'day' })).toEqual([row]);
});

it('PostgreSQL ends a transaction that a node leaves idle, so that nobody waits for its locks', async () => {
  const { pool } = kindpal.services.db;
  const setting = 'idle_in_transaction_session_timeout';
  const hanging = await pool.connect();
  const { rows } = await hanging.query(`SHOW ${setting}`);
  expect(rows).toEqual([{ [setting]: '1min' }]);
  await hanging.query(`SET ${setting} = 50`);
  await hanging.query('BEGIN; LOCK TABLE notification_settings');
  await sleep(200);
  await expect(hanging.query('SELECT 1')).rejects.toThrow();
  hanging.release();
  await pool.query('SET lock_timeout = 1000; BEGIN; LOCK TABLE notification_settings; ROLLBACK');
});
