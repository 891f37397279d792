import { createStore } from '~/lib/store.ts';

/** Whether the help window is open; it can be opened from any page, before its code has come. */
export const helpWindow = createStore(false);

/** Opens Help & Feedback, from wherever somebody looks for support. [F1] */
export function openHelp(): void {
  helpWindow.change(true);
}

export function closeHelp(): void {
  helpWindow.change(false);
}
