import { useEffect } from 'react';

const dirtyForms = new Set<symbol>();

/** Whether something typed would be lost by leaving this page. */
export function hasUnsaved(): boolean {
  return dirtyForms.size > 0;
}

let isLeaving = false;

/** Loads another page in place of this one, whatever is unfinished here: it is somebody else's. */
export function leaveWithoutAsking(path: string): void {
  isLeaving = true;
  window.location.assign(path);
}

/**
 * Tells that a form holds something typed: a session that ends is then renewed over the page
 * instead of leaving it (what that takes is fetched now, while there is a network), and the
 * browser asks before the tab closes.
 */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    import('./session-ended.tsx').catch(() => undefined);
    const form = Symbol('form');
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };
    dirtyForms.add(form);
    window.addEventListener('beforeunload', ask);
    return () => {
      dirtyForms.delete(form);
      window.removeEventListener('beforeunload', ask);
    };
  }, [isDirty]);
}
