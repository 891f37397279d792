import { senderId } from './calls/viewer-id.ts';
import { heldDrafts } from './unsaved.ts';

/**
 * Unsent input that this browser has stored as text; null if there is none, or if storage is
 * blocked.
 */
export function readStoredText(storage: Pick<Storage, 'getItem'>, key: string): string | null {
  try {
    return heldDrafts.get(key) ?? storage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Unsent input that this browser has stored as JSON, as `read` returns it; null if there is none,
 * if it is not what `read` expects, or if storage is blocked.
 */
export function readStoredDraft<Draft>(
  storage: Pick<Storage, 'getItem'>,
  key: string,
  read: (stored: unknown) => Draft | null,
): Draft | null {
  try {
    return read(JSON.parse(readStoredText(storage, key) ?? 'null'));
  } catch {
    return null;
  }
}

/** Keys of a member's drafts name the member or what they write about; those of visitors nobody. */
const OF_MEMBER = /[\da-f]{8}-/;

/**
 * Whether this page may store input under `key`: a form that is still open after its member has
 * signed out, also in another tab, stores nothing for the next person in the tab. [U6]
 */
const mayStoreDraft = (key: string): boolean => senderId() !== 'visitor' || !OF_MEMBER.test(key);

/**
 * Stores unsent input as text; null removes it. A page whose member has signed out holds it in its
 * memory instead, until they are back. Full or blocked storage must not stop anybody.
 */
export function storeText(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  key: string,
  text: string | null,
): void {
  heldDrafts.delete(key);
  try {
    if (text === null) storage.removeItem(key);
    else if (mayStoreDraft(key)) storage.setItem(key, text);
    else heldDrafts.set(key, text);
  } catch {
    // The input is still on the page.
  }
}

/** Stores unsent input as JSON, like `storeText`. */
export const storeDraft = (
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  key: string,
  draft: object | null,
): void => storeText(storage, key, draft && JSON.stringify(draft));
