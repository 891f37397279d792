/**
 * The toasts' own code comes when there is first something to say, which keeps it off the
 * landing page. Until the stage stands, what is to be shown waits here.
 */
let wanted = false;
let markStanding: () => void = () => {};
const standing = new Promise<void>((resolve) => {
  markStanding = resolve;
});
const listeners = new Set<() => void>();

export function wantStage(): Promise<void> {
  if (!wanted) {
    wanted = true;
    for (const listener of listeners) listener();
  }
  return standing;
}

export function isStageWanted(): boolean {
  return wanted;
}

export function onStageWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function stageStands(): void {
  markStanding();
}
