import { useSyncExternalStore } from 'react';

/** What one instance of the product is set to; the same for everybody. */
export type Config = { app_name: string; support_email: string; currency: string };

let config: Config | null = null;
let asking: Promise<Config | null> | null = null;
const listeners = new Set<() => void>();

async function askForConfig(): Promise<Config | null> {
  try {
    const response = await fetch('/config.json');
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    config = (await response.json()) as Config;
    for (const listener of listeners) listener();
    return config;
  } catch {
    asking = null;
    return null;
  }
}

/** The instance's settings, asked for once; null while they cannot be had. */
export function loadConfig(): Promise<Config | null> {
  asking ??= askForConfig();
  return asking;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  void loadConfig();
  return () => listeners.delete(listener);
}

/** The instance's settings, null until they are known. */
export function useConfig(): Config | null {
  return useSyncExternalStore(
    subscribe,
    () => config,
    () => null,
  );
}
