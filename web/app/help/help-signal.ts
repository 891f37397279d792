/** Whether the help window is open; it can be opened from any page, before its code has come. */
let isOpen = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (next === isOpen) return;
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Opens Help & Feedback, from wherever somebody looks for support. [F1] */
export function openHelp(): void {
  set(true);
}

export function closeHelp(): void {
  set(false);
}

export function isHelpOpen(): boolean {
  return isOpen;
}

export function onHelpChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
