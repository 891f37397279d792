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
    return read(JSON.parse(storage.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

/** Stores unsent input; null removes it. Full or blocked storage must not stop anybody. */
export function storeDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  key: string,
  draft: object | null,
): void {
  try {
    if (draft === null) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(draft));
  } catch {
    // The input is still on the page.
  }
}
