import type { ReactNode } from 'react';
import { createStore } from '~/lib/store.ts';
import { outcomeToast } from './constants.ts';

export type Outcome = {
  title: string;
  description?: ReactNode;
  variant?: 'default' | 'destructive';
  action?: { label: string; onPress: () => void };
  /** How long it stays, if its action needs more time than usual. */
  durationMs?: number;
  /** What failed, where that was a call: the toast ends when the same call succeeds. */
  error?: unknown;
  /** For an error that redirects to another page: it is shown there. */
  isForNextPage?: boolean;
};

/** `failedCall` is the API call whose failure a toast reports. */
export type HeldOutcome = Outcome & { id: number; open: boolean; failedCall: string | null };

/** The visible toasts of the first system, newest first. */
export const heldOutcomes = createStore<readonly HeldOutcome[]>([]);
let lastId = 0;
const failedCalls = new WeakMap<object, string>();
const { read, change } = heldOutcomes;

/** Shows a toast instead of the previous one [P9]; returns its id. */
export function showOutcome(outcome: Outcome): number {
  lastId += 1;
  const failedCall = failedCalls.get(outcome.error as object) ?? null;
  const shown = { ...outcome, id: lastId, open: true, failedCall };
  change([shown, ...read()].slice(0, outcomeToast.limit));
  return lastId;
}

/** Remembers which call failed with this error, for the toast that reports it. */
export function noteFailedCall(call: string, error: unknown): void {
  if (error instanceof Object) failedCalls.set(error, call);
}

/** An error is outdated once the same call has succeeded. */
export function noteSucceededCall(call: string): void {
  for (const { id, failedCall } of read()) if (failedCall === call) dismissOutcome(id);
}

/** Errors belong to the page they appeared on. */
export function endErrorsOfPage(): void {
  for (const { id, variant, isForNextPage } of read()) {
    if (variant === 'destructive' && !isForNextPage) dismissOutcome(id);
  }
  change(read().map((outcome) => ({ ...outcome, isForNextPage: false })));
}

/** Closes a toast now and removes it later [P9]. */
export function dismissOutcome(id: number): void {
  if (!read().some((outcome) => outcome.id === id && outcome.open)) return;
  change(read().map((outcome) => (outcome.id === id ? { ...outcome, open: false } : outcome)));
  setTimeout(
    () => change(read().filter((outcome) => outcome.id !== id)),
    outcomeToast.removeDelayMs,
  );
}

/** Dismisses a toast after its time, except an error. Returns a function that stops it. [P9] */
export function dismissInTime({ id, variant, durationMs }: HeldOutcome): (() => void) | undefined {
  if (variant === 'destructive') return undefined;
  const timer = setTimeout(() => dismissOutcome(id), durationMs ?? outcomeToast.durationMs);
  return () => clearTimeout(timer);
}
