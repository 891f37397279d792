import { senderId } from '~/lib/calls/viewer-id.ts';
import { heldDrafts } from '~/lib/unsaved.ts';
import { themeStorageKey } from '~/theme/theme.ts';

const PREFIX = 'kindpal.';
/** The key under which this tab stores the id of the member that its drafts belong to. */
const STORAGE_OWNER = 'kindpal.owner';
/** Keys that belong to the device, not to a member. */
const OF_DEVICE: readonly string[] = [themeStorageKey];

/** The member whose drafts an interrupted page holds, as this tab had noted it. */
let holder: string | null = null;

/**
 * Removes a member's drafts and other stored data when their session ends, even if it ended in
 * another tab and another member signs in here, and notes whose drafts are stored from now on. A
 * visitor's own drafts stay. The drafts of an interrupted page are stored again once the same
 * member is back. [U6]
 */
export function removeOtherStorage(viewer: string | null, isInterrupted = false): void {
  try {
    const owner = sessionStorage.getItem(STORAGE_OWNER);
    if (owner === viewer) return;
    if (isInterrupted) holder = owner;
    clearMemberStorage(isInterrupted);
    if (viewer === null) return;
    sessionStorage.setItem(STORAGE_OWNER, viewer);
    // For another member than its first, this page is about to be left.
    const isBack = viewer === (holder ?? senderId());
    if (isBack) for (const [key, text] of heldDrafts) sessionStorage.setItem(key, text);
    // The page also stays for its first member if My Day had noted another before the session.
    if (isBack || viewer === senderId()) heldDrafts.clear();
  } catch {
    // Without access to storage, nothing is stored.
  }
}

/** Removes everything stored here except the keys that belong to the device. [U6] */
function clearMemberStorage(isInterrupted: boolean): void {
  for (const storage of [sessionStorage, localStorage]) {
    for (const key of Object.keys(storage)) {
      if (!key.startsWith(PREFIX) || OF_DEVICE.includes(key)) continue;
      if (isInterrupted && storage === sessionStorage) {
        heldDrafts.set(key, storage.getItem(key) ?? '');
      }
      storage.removeItem(key);
    }
  }
}
