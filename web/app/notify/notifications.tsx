import { Suspense, useEffect } from 'react';
import { lazyPart } from '~/lib/lazy-part.ts';
import { useStore } from '~/lib/store.ts';
import { findStandIn, stage, stageFailed, wantStage } from './stage.ts';

const NotificationStage = lazyPart(async () => {
  try {
    return (await import('./notification-stage.tsx')).NotificationStage;
  } catch (error) {
    // Without a network there is the most to say: a plain stand-in says it meanwhile.
    stageFailed();
    throw error;
  }
});

/** What the first touch asked for comes before the toasts do, in ms. */
const AFTER_TOUCH_MS = 600;

/** Stands once in the root. The first touch or key fetches the toasts, before they are needed. */
export function Notifications() {
  const now = useStore(stage);
  const StandIn = findStandIn(now);
  useEffect(() => {
    const prepare = () => setTimeout(() => void wantStage(), AFTER_TOUCH_MS);
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
    <Suspense fallback={StandIn ? <StandIn /> : null}>
      <NotificationStage />
    </Suspense>
  );
}
