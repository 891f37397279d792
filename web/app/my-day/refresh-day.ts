import { readSession } from '~/account/session/session-store.ts';
import { toSavedDay } from './day.ts';
import { dayDatabaseOf, removeOtherDays } from './day-database.ts';
import { dayStore, showSavedDay } from './day-store.ts';
import { fetchDay } from './fetch-day.ts';
import { saveDay } from './saved-day.ts';

let underWay: Promise<void> | null = null;
let isAskedAgain = false;

/** Loads the viewer's day and stores it on this device; one request at a time. */
export function refreshDay(): Promise<void> {
  if (underWay !== null) {
    isAskedAgain = true;
    return underWay;
  }
  underWay = refreshOnce().finally(() => {
    underWay = null;
    if (!isAskedAgain) return;
    isAskedAgain = false;
    void refreshDay();
  });
  return underWay;
}

async function refreshOnce(): Promise<void> {
  const { user } = readSession();
  if (!user) return;
  const database = dayDatabaseOf(user);
  const isStillTheirs = () => {
    const { user: now } = readSession();
    return now !== null && dayDatabaseOf(now) === database;
  };
  try {
    const now = Date.now();
    const day = toSavedDay({ member_id: user.id, jobs: await fetchDay(now) }, now);
    if (!isStillTheirs()) return;
    dayStore.change({ database, day, isKept: true, isCurrent: true });
    const isKept = await saveDay(database, day);
    // If the member signed out meanwhile, nothing may be stored.
    if (!isStillTheirs()) return removeOtherDays(readSession().user);
    dayStore.change({ database, day, isKept, isCurrent: true });
  } catch {
    const shown = dayStore.read();
    if (shown?.database === database && shown.day) dayStore.change({ ...shown, isCurrent: false });
    else if (isStillTheirs()) await showSavedDay(database);
  }
}
