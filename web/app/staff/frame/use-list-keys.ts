import { type RefObject, useEffect, useRef } from 'react';

/** Elements in which letters are typed, or keys already have a meaning. */
const TYPING = 'input, textarea, select, [contenteditable], [role=dialog] *, [role=listbox] *';

/** The row that a key selects: J the next, K the previous. */
export function nextRow(key: string, { at, rows }: { at: number; rows: number }): number | null {
  if (rows === 0) return null;
  if (key === 'j') return Math.min(at + 1, rows - 1);
  if (key === 'k') return Math.max(at - 1, 0);
  return null;
}

function focusRow(row: HTMLElement): void {
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

/**
 * Selects rows (`[data-row]`) of a list with J and K, and opens one with Enter, which clicks its
 * `[data-opens]`; after the last row, J selects the button for more (`[data-more]`). Letters work
 * only while the focus is in the page's main part, so that voice control cannot trigger them
 * elsewhere. If the focused element disappears, its row gets the focus, or the row now in its
 * place.
 */
export function useListKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    const main = box?.closest('main');
    if (!box || !main) return;
    if (document.activeElement === document.body) main.focus({ preventScroll: true });
    const findRows = () => [...box.querySelectorAll<HTMLElement>('[data-row]')];
    /** The row that last had the focus. */
    let place: { row: HTMLElement; index: number } | null = null;
    let isInside = false;

    function onFocus({ target }: FocusEvent) {
      if (!box || !(target instanceof HTMLElement)) return;
      isInside = box.contains(target);
      const rows = findRows();
      const index = rows.findIndex((row) => row.contains(target));
      const row = rows[index];
      if (row) place = { row, index };
      // Filtering the list starts at its first row again.
      else if (!isInside && target !== main) place = null;
    }
    function onBlur({ target }: FocusEvent) {
      // Only now is it known whether the element disappeared, or its reader pressed elsewhere.
      setTimeout(() => {
        if (document.activeElement === document.body && (target as Node).isConnected) {
          isInside = false;
        }
      });
    }
    function onChange() {
      if (!isInside || document.activeElement !== document.body) return;
      const rows = findRows();
      const row = place?.row.isConnected
        ? place.row
        : rows[Math.min(place?.index ?? 0, rows.length - 1)];
      if (row) focusRow(row);
      else main?.focus({ preventScroll: true });
    }
    function onKeyDown(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches(TYPING)) return;
      const rows = findRows();
      const selected = rows.findIndex((row) => row.contains(target));
      if (event.key === 'Enter' && rows[selected] === target) {
        event.preventDefault();
        target.querySelector<HTMLElement>('[data-opens]')?.click();
        return;
      }
      const at = selected < 0 && place ? rows.indexOf(place.row) : selected;
      const next = nextRow(event.key.toLowerCase(), { at, rows: rows.length });
      const row = next === null ? undefined : rows[next];
      if (!row) return;
      event.preventDefault();
      const more = next === at && at > 0 ? box?.querySelector<HTMLElement>('[data-more]') : null;
      if (more) more.focus();
      else focusRow(row);
    }
    const changes = new MutationObserver(onChange);
    changes.observe(box, { childList: true, subtree: true });
    main.addEventListener('focusin', onFocus);
    main.addEventListener('focusout', onBlur);
    main.addEventListener('keydown', onKeyDown);
    return () => {
      changes.disconnect();
      main.removeEventListener('focusin', onFocus);
      main.removeEventListener('focusout', onBlur);
      main.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return list;
}
