import { createStore } from '~/lib/store.ts';
import type { SavedDay } from './day.ts';
import { findDayDatabase } from './day-database.ts';
import { readDay } from './saved-day.ts';

/**
 * The day as this tab shows it. `database` says whose it is; `isKept` whether it opens offline as well;
 * `isCurrent` whether the server answered it as the last thing it was asked.
 */
export type ShownDay = {
  database: string;
  day: SavedDay | null;
  isKept: boolean;
  isCurrent: boolean;
};

/** Null until the device or the server has been asked. */
export const dayStore = createStore<ShownDay | null>(null);

/** Shows what this device keeps: of `database`, or while nobody knows who is signed in, whose there is. */
export async function showSavedDay(database?: string): Promise<void> {
  const name = database ?? (await findDayDatabase());
  const day = name ? await readDay(name, Date.now()).catch(() => null) : null;
  const shown = dayStore.read();
  // The server has answered meanwhile.
  if (shown?.isCurrent && shown.database === name) return;
  dayStore.change({ database: name ?? '', day, isKept: day !== null, isCurrent: false });
}
