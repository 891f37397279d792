import { type ReactNode, useEffect } from 'react';
import { createStore, useStore } from '~/lib/store.ts';

/** A window that stays open when what opened it disappears from the page; null while none is. */
export const outerWindow = createStore<ReactNode>(null);

/** Renders that window, outside of the page. */
export function OuterWindow() {
  useEffect(() => () => outerWindow.change(null), []);
  return useStore(outerWindow);
}
