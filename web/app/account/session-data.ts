import { queryClient } from '~/lib/query-client.ts';
import { hasUnsaved, leaveWithoutAsking } from '~/lib/unsaved.ts';
import { dayDatabaseOf, keepDayOf } from '~/my-day/day-database.ts';
import { queueStore } from '~/my-day/queue-store.ts';
import { keepStorageOf } from './member-storage.ts';
import { HOME_PATH } from './return-path.ts';
import { readSession } from './session-store.ts';

/** Whose view of the data the cache holds: a member's id, null for a visitor's; unknown at first. */
let owner: string | null | undefined;

/** Whose day may lie on this device; unknown at first. */
let dayOwner: string | null | undefined;

/** Another member, another role or nobody: the day that was saved before goes. */
function keepDayApart(): void {
  const { user } = readSession();
  const next = user && dayDatabaseOf(user);
  if (next === dayOwner) return;
  dayOwner = next;
  void keepDayOf(user);
}

/**
 * What one person was shown is never shown to the next. Somebody who signs in again over an
 * unfinished form finds the same data again.
 */
export function keepDataApart(): void {
  const session = readSession();
  if (session.status === 'loading') return;
  const reader = session.user?.id ?? null;
  keepStorageOf(reader);
  keepDayApart();
  const isInterrupted = session.status === 'signed-out' && !session.isOwnChoice && hasUnsaved();
  if (reader === owner || isInterrupted) return;
  const former = owner;
  owner = reader;
  queueStore.change([]);
  // What was asked for meanwhile was answered to this same reader.
  if (former === undefined) return;
  // Another member at the same screen: nothing of the page that stands there is theirs.
  if (former !== null && reader !== null) {
    leaveWithoutAsking(HOME_PATH);
    return;
  }
  // After this tick the pages that nobody may see any more are gone, and their data with them.
  setTimeout(() => {
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.resetQueries({ type: 'active' });
  });
}
