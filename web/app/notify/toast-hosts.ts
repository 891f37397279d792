import type { ComponentType } from 'react';
import { createStore } from '~/lib/store.ts';

/**
 * The code of the toast hosts is loaded for the first toast, which keeps it off the landing page.
 * Until the hosts are ready, toasts wait.
 */
type HostsState = { isWanted: boolean; hasFailed: boolean };
export const toastHosts = createStore<HostsState>({ isWanted: false, hasFailed: false });
let fallback: ComponentType | null = null;
let markReady: () => void = () => {};
const ready = new Promise<void>((resolve) => {
  markReady = resolve;
});

export function loadToastHosts(): Promise<void> {
  if (!toastHosts.read().isWanted) toastHosts.change({ ...toastHosts.read(), isWanted: true });
  return ready;
}

/** The network failed before the code of the toast hosts was loaded. */
export function noteHostsFailed(): void {
  toastHosts.change({ ...toastHosts.read(), hasFailed: true });
}

/** Sets the plain host that shows toasts while the code of the real ones cannot be loaded. */
export function setFallbackHost(component: ComponentType): void {
  fallback = component;
}

export function findFallbackHost({ hasFailed }: HostsState): ComponentType | null {
  return hasFailed ? fallback : null;
}

export function noteHostsReady(): void {
  markReady();
}
