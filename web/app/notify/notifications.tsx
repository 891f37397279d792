import { Suspense, useEffect } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { useStore } from '~/lib/store.ts';
import { findFallbackHost, loadToastHosts, noteHostsFailed, toastHosts } from './toast-hosts.ts';

const ToastHosts = lazyPart(async () => {
  try {
    return (await import('./toast-hosts-view.tsx')).ToastHosts;
  } catch (error) {
    // Without a network, errors are likely: a plain host shows them until this one is loaded.
    noteHostsFailed();
    throw error;
  }
});

/** Delay of the toast hosts in ms, so that code needed for the first touch loads first. */
const AFTER_TOUCH_MS = 600;

/**
 * Rendered once, in the root. The first touch or key press loads the toast hosts before they are
 * needed.
 */
export function Toasts() {
  const now = useStore(toastHosts);
  const Fallback = findFallbackHost(now);
  useEffect(() => {
    const prepare = () => setTimeout(() => void loadToastHosts(), AFTER_TOUCH_MS);
    // The root is never removed, and neither are these.
    for (const press of ['pointerdown', 'keydown']) {
      window.addEventListener(press, prepare, { once: true, passive: true });
    }
  }, []);
  if (!now.isWanted) return null;
  return (
    <Suspense fallback={Fallback ? <Fallback /> : null}>
      <ToastHosts />
    </Suspense>
  );
}
