import { useEffect } from 'react';

const dirtyForms = new Set<symbol>();

/** Whether something typed would be lost by leaving this page. */
export function hasUnsaved(): boolean {
  return dirtyForms.size > 0;
}

const firstListeners = new Set<() => void>();

/** Calls back once something typed would be lost; returns how to stop. */
export function onFirstUnsaved(listener: () => void): () => void {
  if (hasUnsaved()) listener();
  firstListeners.add(listener);
  return () => firstListeners.delete(listener);
}

let isLeaving = false;

/** Loads another page in place of this one, whatever is unfinished here: it is somebody else's. */
export function leaveWithoutAsking(path: string): void {
  isLeaving = true;
  window.location.assign(path);
}

/**
 * Tells that a form holds something typed: a session that ends is then renewed over the page
 * instead of leaving it, and the browser asks before the tab closes.
 */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const form = Symbol('form');
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };
    if (!hasUnsaved()) for (const listener of firstListeners) listener();
    dirtyForms.add(form);
    window.addEventListener('beforeunload', ask);
    return () => {
      dirtyForms.delete(form);
      window.removeEventListener('beforeunload', ask);
    };
  }, [isDirty]);
}
