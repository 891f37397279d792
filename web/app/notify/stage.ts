import type { ComponentType } from 'react';
import { createStore } from '~/lib/store.ts';

/**
 * The toasts' own code comes when there is first something to say, which keeps it off the
 * landing page. Until the stage stands, what is to be shown waits here.
 */
type Stage = { isWanted: boolean; hasFailed: boolean };
export const stage = createStore<Stage>({ isWanted: false, hasFailed: false });
let standIn: ComponentType | null = null;
let markStanding: () => void = () => {};
const standing = new Promise<void>((resolve) => {
  markStanding = resolve;
});

export function wantStage(): Promise<void> {
  if (!stage.read().isWanted) stage.change({ ...stage.read(), isWanted: true });
  return standing;
}

/** The network went before the toasts' code had come. */
export function stageFailed(): void {
  stage.change({ ...stage.read(), hasFailed: true });
}

/** Whoever has something to say brings a plain way to say it while the stage cannot come. */
export function bringStandIn(component: ComponentType): void {
  standIn = component;
}

export function findStandIn({ hasFailed }: Stage): ComponentType | null {
  return hasFailed ? standIn : null;
}

export function stageStands(): void {
  markStanding();
}
