import { createStore } from '~/lib/store.ts';

/** Whether the help dialog is open; any page can open it, even before its code is loaded. */
export const helpWindow = createStore(false);

/** Opens Help & Feedback from any page. [F1] */
export function openHelp(): void {
  helpWindow.change(true);
}

export function closeHelp(): void {
  helpWindow.change(false);
}
