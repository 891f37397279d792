import { type ComponentType, lazy } from 'react';
import { loadCode } from './load-code.ts';

/** A component whose code comes when it is first drawn; stands in a Suspense. It never throws. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return Object.assign(
    lazy(async () => ({ default: await loadCode(load) })),
    // Fetches the code before it is drawn; a failure is left to the drawing.
    { prefetch: () => void load().catch(() => undefined) },
  );
}
