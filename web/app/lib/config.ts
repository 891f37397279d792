import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

/** What one instance of the product is set to; the same for everybody. */
export type Config = {
  app_name: string;
  support_email: string;
  currency: string;
  /** Where members can sign in with an account that they have there. */
  sign_in_providers?: { id: string; name: string }[];
  emergency_number?: string;
  /** Whether codes can be sent by text message. */
  offers_phone?: boolean;
};

const config = createStore<Config | null>(null);
config.change(pageConfig());
let isAsking = false;

/** What the server sent with this page; null in prerendering and from the development server. */
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
    // The next part of a page that needs the settings asks again.
  } finally {
    isAsking = false;
  }
}

/** The instance's settings: they come with the page, and are asked for only where they did not. */
export function useConfig(): Config | null {
  useEffect(() => void askForConfig(), []);
  return useStore(config);
}
