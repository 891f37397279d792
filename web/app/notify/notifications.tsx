import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { findStandIn, isStageWanted, onStageChange, stageFailed, wantStage } from './stage.ts';

/** Asked for again until it comes: without a network there is the most to say. */
async function fetchStage(): Promise<{ default: ComponentType }> {
  try {
    const { NotificationStage: Stage } = await import('./notification-stage.tsx');
    return { default: Stage };
  } catch {
    stageFailed();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    return fetchStage();
  }
}

const NotificationStage = lazy(fetchStage);

/** Stands once in the root. The first touch or key fetches the toasts, before they are needed. */
export function Notifications() {
  const wanted = useSyncExternalStore(onStageChange, isStageWanted, () => false);
  const StandIn = useSyncExternalStore(onStageChange, findStandIn, () => null);
  useEffect(() => {
    const prepare = () => void wantStage();
    const once = { once: true, passive: true };
    window.addEventListener('pointerdown', prepare, once);
    window.addEventListener('keydown', prepare, once);
    return () => {
      window.removeEventListener('pointerdown', prepare);
      window.removeEventListener('keydown', prepare);
    };
  }, []);
  if (!wanted) return null;
  return (
    <Suspense fallback={StandIn ? <StandIn /> : null}>
      <NotificationStage />
    </Suspense>
  );
}
