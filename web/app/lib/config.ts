import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

/** What one instance of the product is set to; the same for everybody. */
export type Config = { app_name: string; support_email: string; currency: string };

const config = createStore<Config | null>(null);
let asking: Promise<Config | null> | null = null;

async function askForConfig(): Promise<Config | null> {
  try {
    const response = await fetch('/config.json');
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    config.change((await response.json()) as Config);
    return config.read();
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

/** The instance's settings, null until they are known. */
export function useConfig(): Config | null {
  useEffect(() => void loadConfig(), []);
  return useStore(config);
}
