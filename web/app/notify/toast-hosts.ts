import type { ComponentType } from 'react';
import { createStore } from '~/lib/store.ts';

/**
 * The toast hosts' code is loaded for the first toast, to keep it off the landing page. Until the
 * hosts are ready, toasts wait.
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

/** The network failed before the toast hosts' code was loaded. */
export function noteHostsFailed(): void {
  toastHosts.change({ ...toastHosts.read(), hasFailed: true });
}

/** Sets the plain host that shows toasts while the real hosts' code can't be loaded. */
export function setFallbackHost(component: ComponentType): void {
  fallback = component;
}

export function findFallbackHost({ hasFailed }: HostsState): ComponentType | null {
  return hasFailed ? fallback : null;
}

export function noteHostsReady(): void {
  markReady();
}
