import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { SavedDay } from './day.ts';

interface DayDatabase extends DBSchema {
  day: { key: 'day'; value: SavedDay };
}

const STORE = 'day';

/** Opens a member's database for `work` and closes it: an open database cannot be deleted. */
async function withDatabase<T>(
  name: string,
  work: (database: IDBPDatabase<DayDatabase>) => Promise<T>,
): Promise<T> {
  const database = await openDB<DayDatabase>(name, 1, {
    upgrade: (fresh) => void fresh.createObjectStore(STORE),
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/**
 * Stores a member's day on this device, replacing the previous one. False if it cannot be stored:
 * then the previous one is removed as well, since it may show claims that have ended.
 */
export async function saveDay(name: string, day: SavedDay): Promise<boolean> {
  try {
    await withDatabase(name, (database) => database.put(STORE, day, STORE));
    return true;
  } catch {
    await withDatabase(name, (database) => database.delete(STORE, STORE)).catch(() => undefined);
    return false;
  }
}

/**
 * The stored day without jobs that have expired at `now` (epoch ms), which are deleted. Null if
 * there is none.
 */
export async function readDay(name: string, now: number): Promise<SavedDay | null> {
  return withDatabase(name, async (database) => {
    const day = await database.get(STORE, STORE);
    if (!day) return null;
    const jobs = day.jobs.filter(({ until }) => now < until);
    if (now >= day.until) await database.delete(STORE, STORE);
    else if (jobs.length < day.jobs.length) await database.put(STORE, { ...day, jobs }, STORE);
    return now < day.until ? { ...day, jobs } : null;
  });
}
