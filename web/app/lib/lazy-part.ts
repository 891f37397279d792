import { type ComponentType, createElement, lazy, useState } from 'react';
import { loadCode } from './load-code.ts';

/**
 * A component whose code comes when it is first drawn; stands in a Suspense. It never throws. Once
 * its code is there it is drawn at once: React's own `lazy` would show the fallback first, and keep
 * it for 300 ms.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const fetchCode = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Later = lazy(async () => ({ default: await loadCode(fetchCode) }));

  function LazyPart(props: Props) {
    const [Part] = useState(() => loaded ?? Later);
    return createElement(Part as ComponentType<Props>, props);
  }
  return Object.assign(LazyPart, {
    // Fetches the code before it is drawn; a failure is left to the drawing.
    prefetch: () => void fetchCode().catch(() => undefined),
  });
}
