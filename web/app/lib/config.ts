import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

/** The settings of an instance, the same for everybody. */
export type Config = {
  app_name: string;
  support_email: string;
  currency: string;
  /** Outside accounts that members can sign in with. */
  sign_in_providers?: { id: string; name: string }[];
  emergency_number?: string;
  /** Whether codes can be sent by text message. */
  offers_phone?: boolean;
};

const config = createStore<Config | null>(null);
config.change(pageConfig());
let isAsking = false;

/** The settings in this page; null when prerendering and on the development server. */
function pageConfig(): Config | null {
  const data = typeof document === 'undefined' ? null : document.getElementById('config');
  return data?.textContent ? (JSON.parse(data.textContent) as Config) : null;
}

async function askForConfig(): Promise<void> {
  if (isAsking || config.read()) return;
  isAsking = true;
  try {
    const response = await fetch('/config.json');
    if (response.ok) config.change((await response.json()) as Config);
  } catch {
    // The next component that needs the settings tries again.
  } finally {
    isAsking = false;
  }
}

/** The instance's settings: included in the page, and requested only if missing. */
export function useConfig(): Config | null {
  useEffect(() => void askForConfig(), []);
  return useStore(config);
}
