import { type ComponentType, lazy } from 'react';
import { loadCode } from './load-code.ts';

/** A component whose code comes when it is first drawn; stands in a Suspense. It never throws. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadCode(load) }));
}
