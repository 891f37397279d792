import { themeStorageKey } from '~/theme/theme.ts';

const PREFIX = 'kindpal.';
/** The key under which this tab stores the id of the member that its drafts belong to. */
const STORAGE_OWNER = 'kindpal.owner';
/** Keys that belong to the device, not to a member. */
const OF_DEVICE: readonly string[] = [themeStorageKey];

/**
 * Removes a member's drafts and other stored data when their session ends, even if it ended in
 * another tab and another member signs in here. A visitor's own drafts stay. [U6]
 */
export function removeOtherStorage(viewer: string | null): void {
  try {
    if (sessionStorage.getItem(STORAGE_OWNER) === viewer) return;
    clearMemberStorage();
    if (viewer !== null) sessionStorage.setItem(STORAGE_OWNER, viewer);
  } catch {
    // Without access to storage, nothing is stored.
  }
}

/** Removes everything stored here except the keys that belong to the device. [U6] */
function clearMemberStorage(): void {
  for (const storage of [sessionStorage, localStorage]) {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(PREFIX) && !OF_DEVICE.includes(key)) storage.removeItem(key);
    }
  }
}
