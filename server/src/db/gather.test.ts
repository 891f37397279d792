import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type Database, openDatabase } from './client.ts';
import { gather } from './gather.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { size: 4 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Divides twelve by a number, and records which calls were grouped. */
const divide = () => {
  const groups: number[][] = [];
  const ask = gather(async (numbers: number[]) => {
    groups.push(numbers);
    const rows = await db.prepared<{ quotient: number }>(
      'divide',
      'SELECT 12 / n AS quotient FROM unnest($1::int[]) WITH ORDINALITY one (n, place) ORDER BY place',
      [numbers],
    );
    return rows.map(({ quotient }) => quotient);
  });
  return { ask, groups };
};

describe('statements shared by several callers', () => {
  it('return each caller their own result, however many there are', async () => {
    const { ask, groups } = divide();
    const numbers = Array.from({ length: 200 }, (_, n) => (n % 12) + 1);
    expect(await Promise.all(numbers.map(ask))).toEqual(numbers.map((n) => Math.trunc(12 / n)));
    expect(groups.length).toBeLessThan(20);
  });

  it('fail only for the caller whose value PostgreSQL refuses', async () => {
    const { ask, groups } = divide();
    const outcomes = await Promise.allSettled([3, 0, 4].map(ask));
    expect(groups[0]).toEqual([3, 0, 4]);
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : 'refused'))).toEqual([
      4,
      'refused',
      3,
    ]);
  });

  it('do not wait for another group that waits for a lock', async () => {
    const holder = await db.pool.connect();
    await holder.query('SELECT pg_advisory_lock(1)');
    const order: string[] = [];
    const ask = gather(async (names: string[]) => {
      const isStuck = names.some((name) => name.startsWith('stuck'));
      await db.pool.query(
        isStuck ? 'SELECT pg_advisory_lock_shared(1), pg_advisory_unlock_shared(1)' : 'SELECT 1',
      );
      order.push(...names);
      return names;
    });
    const stuck: Promise<string>[] = [];
    for (const name of ['stuck 1', 'stuck 2']) {
      stuck.push(ask(name));
      await new Promise(setImmediate);
    }
    await ask('free');
    await holder.query('SELECT pg_advisory_unlock(1)');
    holder.release();
    await Promise.all(stuck);
    expect(order[0]).toBe('free');
  });
});
