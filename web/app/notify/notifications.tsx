import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { isStageWanted, onStageWanted, wantStage } from './stage.ts';

const NotificationStage = lazy(() =>
  import('./notification-stage.tsx').then((module) => ({ default: module.NotificationStage })),
);

/** Stands once in the root. The first touch or key fetches the toasts, before they are needed. */
export function Notifications() {
  const wanted = useSyncExternalStore(onStageWanted, isStageWanted, () => false);
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
    <Suspense fallback={null}>
      <NotificationStage />
    </Suspense>
  );
}
