import { type ComponentType, createElement, lazy, useState } from 'react';
import { loadCode } from './load-code.ts';

/**
 * A component whose code is loaded when it is first rendered; use it inside a Suspense. It never
 * throws. If its code is already loaded it renders immediately: React's own `lazy` would show the
 * fallback first, for 300 ms.
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
    // Fetches the code before it is rendered; a failure is left to the rendering.
    prefetch: () => void fetchCode().catch(() => undefined),
  });
}
