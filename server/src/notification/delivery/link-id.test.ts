import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMember } from '../../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { getLinkId, getSettingsOf } from '../queries.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

it('the link id of a member’s emails is created with the first email and reused by later ones', async () => {
  const { db } = kindpal.services;
  const { id } = await createMember(db);
  const ids = await Promise.all(Array.from({ length: 20 }, () => getLinkId(db.drizzle, id)));
  expect(new Set(ids).size).toBe(1);
  const version = 'SELECT xmin::text FROM notification_settings WHERE member_id = $1';
  const { rows: before } = await db.pool.query(version, [id]);
  expect(before).toHaveLength(1);
  expect(await getLinkId(db.drizzle, id)).toBe(ids[0]);
  expect((await db.pool.query(version, [id])).rows).toEqual(before);
});

it('two deliveries to the same members write their settings without a deadlock, whatever the order', async () => {
  const { db } = kindpal.services;
  const [low, high] = [(await createMember(db)).id, (await createMember(db)).id].sort() as [
    string,
    string,
  ];
  const other = await db.pool.connect();
  try {
    const insert = 'INSERT INTO notification_settings (member_id) VALUES ($1)';
    await other.query('BEGIN');
    await other.query(insert, [low]);
    const waiting = getSettingsOf(db.drizzle, [high, low]);
    await vi.waitUntil(async () => {
      const { rows } = await db.pool.query('SELECT FROM pg_locks WHERE NOT granted');
      return rows.length > 0;
    });
    await other.query(insert, [high]);
    await other.query('COMMIT');
    expect([...(await waiting).keys()].sort()).toEqual([low, high]);
  } finally {
    other.release();
  }
});
