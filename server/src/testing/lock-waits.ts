import type pg from 'pg';
import { vi } from 'vitest';

const LONGEST_MS = 5_000;

/** How many statements of this database wait for a lock. */
export async function countLockWaits(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  return rows.length;
}

/** Waits until exactly this many statements wait for a lock. */
export function untilLockWaits(pool: pg.Pool, count: number): Promise<true> {
  return vi.waitUntil(async () => (await countLockWaits(pool)) === count, LONGEST_MS);
}
