import { createStore, useStore } from '~/lib/store.ts';

export type Theme = 'light' | 'dark' | 'system';

export const themeStorageKey = 'kindpal.theme';
const canvas = { light: '#f5f7ef', dark: '#0a1814' };
const chosen = createStore<Theme>('system');

function isTheme(value: unknown): value is Theme {
  return value === 'light' || value === 'dark' || value === 'system';
}

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(themeStorageKey);
    return isTheme(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
}

function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = canvas[theme === 'system' ? own : theme];
  }
}

/** Sets light, dark or the system's theme, stores the choice and updates other tabs [P8]. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(themeStorageKey);
    else localStorage.setItem(themeStorageKey, theme);
  } catch {
    // Storage may be blocked; the choice then lasts until the page closes.
  }
  applyTheme(theme);
  chosen.change(theme);
}

const follow = {
  initial: chosen.initial,
  read: readTheme,
  subscribe(listener: () => void) {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== null && event.key !== themeStorageKey) return;
      applyTheme(readTheme());
      listener();
    };
    const stop = chosen.subscribe(listener);
    // Another tab may have changed it while this page was loading.
    if (readTheme() !== 'system') applyTheme(readTheme());
    window.addEventListener('storage', onStorage);
    return () => {
      stop();
      window.removeEventListener('storage', onStorage);
    };
  },
};

/** The member's choice; 'system' while prerendering. */
export function useTheme(): Theme {
  return useStore(follow);
}

export const themeColors = canvas;
