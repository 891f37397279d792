import { useEffect } from 'react';

/** The forms with unsaved input, and whether they keep it themselves until the next visit. */
const dirtyForms = new Map<symbol, boolean>();

/** Whether closing this page would lose input. */
export function hasUnsaved(): boolean {
  return dirtyForms.size > 0;
}

/** Whether input would be lost on the way to another page of the product. */
export function losesInput(): boolean {
  return [...dirtyForms.values()].includes(false);
}

/**
 * The drafts of a page whose session has ended, by their key of the session storage: only this
 * page's memory keeps them until the same member signs in again. [U6] [U7]
 */
export const heldDrafts = new Map<string, string>();

const firstListeners = new Set<() => void>();

/** Calls back once closing this page would lose input; returns a function that stops. */
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
 * leaving it, and the browser asks before the tab closes. A link to another page asks too, unless
 * the form keeps its own draft.
 */
export function useUnsaved(isDirty: boolean, { keepsDraft = false } = {}): void {
  useEffect(() => {
    if (!isDirty) return;
    const form = Symbol('form');
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };
    if (!hasUnsaved()) for (const listener of firstListeners) listener();
    dirtyForms.set(form, keepsDraft);
    window.addEventListener('beforeunload', ask);
    return () => {
      dirtyForms.delete(form);
      window.removeEventListener('beforeunload', ask);
    };
  }, [isDirty, keepsDraft]);
}
