import { useEffect } from 'react';

const dirtyForms = new Set<symbol>();

/** Whether leaving this page would lose input. */
export function hasUnsaved(): boolean {
  return dirtyForms.size > 0;
}

const firstListeners = new Set<() => void>();

/** Calls back once leaving would lose input; returns a function that stops. */
export function onFirstUnsaved(listener: () => void): () => void {
  if (hasUnsaved()) listener();
  firstListeners.add(listener);
  return () => firstListeners.delete(listener);
}

let isLeaving = false;

/**
 * Loads another page instead of this one and discards unfinished input, which belongs to another
 * member.
 */
export function leaveWithoutAsking(path: string): void {
  isLeaving = true;
  window.location.assign(path);
}

/**
 * Marks a form as having unsaved input: an ended session is then renewed on the page instead of
 * leaving it, and the browser asks before the tab closes.
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
