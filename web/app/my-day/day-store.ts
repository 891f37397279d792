import { createStore } from '~/lib/store.ts';
import type { SavedDay } from './day.ts';
import { findDayDatabase } from './day-database.ts';
import { readDay } from './saved-day.ts';

/**
 * The day shown in this tab. `database` identifies its member; `isKept`: it is stored on this
 * device; `isCurrent`: the server answered the latest request.
 */
export type ShownDay = {
  database: string;
  day: SavedDay | null;
  isKept: boolean;
  isCurrent: boolean;
};

/** Null until the device or the server has answered. */
export const dayStore = createStore<ShownDay | null>(null);

/**
 * Shows the day stored on this device: that of `database`, or, while the session is unknown,
 * whichever exists.
 */
export async function showSavedDay(database?: string): Promise<void> {
  const name = database ?? (await findDayDatabase());
  const day = name ? await readDay(name, Date.now()).catch(() => null) : null;
  const shown = dayStore.read();
  // The server has answered meanwhile.
  if (shown?.isCurrent && shown.database === name) return;
  dayStore.change({ database: name ?? '', day, isKept: day !== null, isCurrent: false });
}
