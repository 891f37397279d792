import { queryClient } from '~/lib/calls/query-client.ts';
import { senderId, setReaderId } from '~/lib/calls/viewer-id.ts';
import { hasUnsaved, leaveWithoutAsking } from '~/lib/unsaved.ts';
import { dayDatabaseOf, removeOtherDays, removeOtherQueues } from '~/my-day/day-database.ts';
import { queueStore } from '~/my-day/queue-store.ts';
import { HOME_PATH } from '../sign-in/return-path.ts';
import { removeOtherStorage } from './member-storage.ts';
import { readSession } from './session-store.ts';

/** The viewer of the cached data: a member's id, null for a visitor, undefined at first. */
let owner: string | null | undefined;

/** The member and role of the day stored on this device; undefined at first. */
let dayOwner: string | null | undefined;

/**
 * Removes the stored day if the member or the role has changed, or nobody is signed in. What was
 * done offline stays when a session ended by itself: the member may sign in again and send it.
 */
function removeDayOnChange(): void {
  const session = readSession();
  const { user } = session;
  const next = user && dayDatabaseOf(user);
  if (next === dayOwner) return;
  dayOwner = next;
  void removeOtherDays(user);
  const hasEnded = session.status === 'signed-out' && session.hasEnded;
  if (!hasEnded) void removeOtherQueues(user?.id ?? null);
}

/**
 * Clears the cache when the viewer changes, so that nobody sees data of another member. If the same
 * member signs in again over an unfinished form, the data stays. For another member than the page's
 * first, it loads a new page: what this one still shows or sends is not theirs.
 */
export function clearOnViewerChange(): void {
  const session = readSession();
  if (session.status === 'loading') return;
  const viewer = session.user?.id ?? null;
  const isInterrupted = session.status === 'signed-out' && !session.isOwnChoice && hasUnsaved();
  removeOtherStorage(viewer, isInterrupted);
  removeDayOnChange();
  if (viewer === owner || isInterrupted) return;
  const former = owner;
  owner = viewer;
  setReaderId(viewer);
  queueStore.change([]);
  // The first viewer: everything in the cache was requested for them.
  if (former === undefined) return;
  if (viewer !== null && viewer !== senderId()) {
    leaveWithoutAsking(HOME_PATH);
    return;
  }
  // After this tick the pages of the previous viewer are unmounted, so their data can be removed.
  setTimeout(() => {
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.resetQueries({ type: 'active' });
  });
}
