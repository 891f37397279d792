import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { SavedDay } from './day.ts';

interface DayDatabase extends DBSchema {
  day: { key: 'day'; value: SavedDay };
}

const STORE = 'day';

/** Opens the member's own database, gives it to `work`, and closes it: one that is open cannot be removed. */
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
 * Keeps a member's day on this device in place of the one before. False when it cannot be kept: then
 * the one before goes as well, since what it shows may have ended.
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

/** What is kept and has not expired at `now` (epoch ms); what has is removed. Null where nothing is. */
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
