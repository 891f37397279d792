import { type RefObject, useEffect, useRef } from 'react';

/** Elements in which letters are typed, or keys already have a meaning. */
const TYPING = 'input, textarea, select, [contenteditable], [role=dialog] *, [role=listbox] *';

/** The row that a key selects: J or arrow down the next, K or arrow up the previous. */
export function nextRow(key: string, { at, rows }: { at: number; rows: number }): number | null {
  if (rows === 0) return null;
  if (key === 'j') return Math.min(at + 1, rows - 1);
  if (key === 'k') return Math.max(at - 1, 0);
  return null;
}

/**
 * Selects rows (`[data-row]`) of a list with J and K, and opens one with Enter, which clicks its
 * `[data-opens]`. Letters work only while the focus is in the page's main part, so that voice
 * control cannot trigger them elsewhere.
 */
export function useListKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const main = list.current?.closest('main');
    if (!main) return;
    if (document.activeElement === document.body) main.focus({ preventScroll: true });
    function onKeyDown(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches(TYPING)) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const at = rows.findIndex((row) => row.contains(target));
      if (event.key === 'Enter' && rows[at] === target) {
        event.preventDefault();
        target.querySelector<HTMLElement>('[data-opens]')?.click();
        return;
      }
      const next = nextRow(event.key.toLowerCase(), { at, rows: rows.length });
      const row = next === null ? undefined : rows[next];
      if (!row) return;
      event.preventDefault();
      row.tabIndex = -1;
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: 'nearest' });
    }
    main.addEventListener('keydown', onKeyDown);
    return () => main.removeEventListener('keydown', onKeyDown);
  }, []);
  return list;
}
