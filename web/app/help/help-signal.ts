/** Whether the help window is open; it can be opened from any page, before its code has come. */
let isOpen = false;
let opener: Element | null = null;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (next === isOpen) return;
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Opens Help & Feedback, from wherever somebody looks for support. [F1] */
export function openHelp(): void {
  opener = document.activeElement;
  set(true);
}

/** Closes it; the focus goes back to what opened it, unless it has gone elsewhere already. */
export function closeHelp(): void {
  set(false);
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    const isFree = focused === document.body || focused?.closest('[role=dialog]');
    if (isFree && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  });
}

export function isHelpOpen(): boolean {
  return isOpen;
}

export function onHelpChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
