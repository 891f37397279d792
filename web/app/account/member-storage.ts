import { themeStorageKey } from '~/theme/theme.ts';

const PREFIX = 'kindpal.';
/** Names the member whose drafts this tab holds. */
export const STORAGE_OWNER = 'kindpal.owner';
/** What belongs to the device and not to a member. */
const OF_DEVICE: readonly string[] = [themeStorageKey];

/**
 * Drafts and everything else that a member leaves in this browser goes with their session, also when
 * it ended somewhere else and another member signs in here. A visitor's own drafts stay. [U6]
 */
export function keepStorageOf(reader: string | null): void {
  try {
    if (sessionStorage.getItem(STORAGE_OWNER) === reader) return;
    clearMemberStorage();
    if (reader !== null) sessionStorage.setItem(STORAGE_OWNER, reader);
  } catch {
    // Closed storage holds nothing of anybody.
  }
}

/** Removes all that was kept here but what belongs to the device. [U6] */
export function clearMemberStorage(): void {
  for (const storage of [sessionStorage, localStorage]) {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(PREFIX) && !OF_DEVICE.includes(key)) storage.removeItem(key);
    }
  }
}
