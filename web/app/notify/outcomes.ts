import type { ReactNode } from 'react';
import { outcomeToast } from './constants.ts';

export type Outcome = {
  title: string;
  description?: ReactNode;
  variant?: 'default' | 'destructive';
  action?: { label: string; onPress: () => void };
};

export type HeldOutcome = Outcome & { id: number; open: boolean };

let held: readonly HeldOutcome[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly HeldOutcome[]): void {
  held = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one before it [P9]; gives its id. */
export function showOutcome(outcome: Outcome): number {
  lastId += 1;
  change([{ ...outcome, id: lastId, open: true }, ...held].slice(0, outcomeToast.limit));
  return lastId;
}

/** Closes it now, forgets it later [P9]. */
export function dismissOutcome(id: number): void {
  if (!held.some((outcome) => outcome.id === id && outcome.open)) return;
  change(held.map((outcome) => (outcome.id === id ? { ...outcome, open: false } : outcome)));
  setTimeout(() => change(held.filter((outcome) => outcome.id !== id)), outcomeToast.removeDelayMs);
}

export function heldOutcomes(): readonly HeldOutcome[] {
  return held;
}

export function onOutcomesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
