import type pg from 'pg';
import { vi } from 'vitest';

const LONGEST_MS = 5_000;

/** How many statements of this database wait for a lock, of those `like` a pattern. */
export async function countLockWaits(pool: pg.Pool, like = '%'): Promise<number> {
  const { rows } = await pool.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
    [like],
  );
  return rows.length;
}

/** Waits until exactly this many of them wait for a lock. */
export function untilLockWaits(pool: pg.Pool, count: number, like?: string): Promise<true> {
  return vi.waitUntil(async () => (await countLockWaits(pool, like)) === count, LONGEST_MS);
}
