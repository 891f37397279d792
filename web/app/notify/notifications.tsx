import { Suspense, useEffect } from 'react';
import { lazyPart } from '~/lib/lazy-part.ts';
import { useStore } from '~/lib/store.ts';
import { findFallbackHost, loadToastHosts, noteHostsFailed, toastHosts } from './toast-hosts.ts';

const ToastHosts = lazyPart(async () => {
  try {
    return (await import('./toast-hosts-view.tsx')).ToastHosts;
  } catch (error) {
    // Errors are likely without a network: a plain host shows them until this one is loaded.
    noteHostsFailed();
    throw error;
  }
});

/** Lets what the first touch asked for load before the toast hosts, in ms. */
const AFTER_TOUCH_MS = 600;

/** Rendered once, in the root. The first touch or key loads the toast hosts before they are needed. */
export function Notifications() {
  const now = useStore(toastHosts);
  const Fallback = findFallbackHost(now);
  useEffect(() => {
    const prepare = () => setTimeout(() => void loadToastHosts(), AFTER_TOUCH_MS);
    const once = { once: true, passive: true };
    window.addEventListener('pointerdown', prepare, once);
    window.addEventListener('keydown', prepare, once);
    return () => {
      window.removeEventListener('pointerdown', prepare);
      window.removeEventListener('keydown', prepare);
    };
  }, []);
  if (!now.isWanted) return null;
  return (
    <Suspense fallback={Fallback ? <Fallback /> : null}>
      <ToastHosts />
    </Suspense>
  );
}
