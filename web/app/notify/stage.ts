import type { ComponentType } from 'react';

/**
 * The toasts' own code comes when there is first something to say, which keeps it off the
 * landing page. Until the stage stands, what is to be shown waits here.
 */
let wanted = false;
let hasFailed = false;
let standIn: ComponentType | null = null;
let markStanding: () => void = () => {};
const standing = new Promise<void>((resolve) => {
  markStanding = resolve;
});
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

export function wantStage(): Promise<void> {
  if (!wanted) {
    wanted = true;
    tell();
  }
  return standing;
}

/** The network went before the toasts' code had come. */
export function stageFailed(): void {
  hasFailed = true;
  tell();
}

/** Whoever has something to say brings a plain way to say it while the stage cannot come. */
export function bringStandIn(component: ComponentType): void {
  standIn = component;
}

export function findStandIn(): ComponentType | null {
  return hasFailed ? standIn : null;
}

export function isStageWanted(): boolean {
  return wanted;
}

export function onStageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function stageStands(): void {
  markStanding();
}
