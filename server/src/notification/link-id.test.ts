import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { getLinkId } from './queries.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

it('the settings that a member’s emails link to are made with the first of them, and only read after', async () => {
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
