import { matchRoutes, type RouteObject } from 'react-router';

type ManifestRoute = { id: string; parentId?: string; path?: string; index?: true; module: string };
type Manifest = { routes: Record<string, ManifestRoute> };

const BEFORE_A_PRESS = ['pointerover', 'touchstart', 'focusin'] as const;

function readManifest(): Manifest {
  const { __reactRouterManifest } = window as { __reactRouterManifest?: Manifest };
  return __reactRouterManifest ?? { routes: {} };
}

function routesBelow(parentId: string | undefined, all: ManifestRoute[]): RouteObject[] {
  return all
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, index } : { id, path, children: routesBelow(id, all) },
    );
}

let tree: RouteObject[] | undefined;
const fetched = new Set<string>();

/** Fetches the code of a page before it is visited. What fails is fetched again by the visit. */
export function prefetchPage(path: string): void {
  const { routes } = readManifest();
  tree ??= routesBelow(undefined, Object.values(routes));
  for (const { route } of matchRoutes(tree, path) ?? []) {
    const url = routes[route.id ?? '']?.module;
    if (!url || fetched.has(url)) continue;
    fetched.add(url);
    import(/* @vite-ignore */ url).catch(() => fetched.delete(url));
  }
}

function prepare({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link && link.origin === window.location.origin) prefetchPage(link.pathname);
}

/** Prefetches the page of each link that a finger, pointer or focus comes to; returns how to stop. */
export function prefetchLinks(): () => void {
  for (const type of BEFORE_A_PRESS) document.addEventListener(type, prepare, { passive: true });
  return () => {
    for (const type of BEFORE_A_PRESS) document.removeEventListener(type, prepare);
  };
}

/** Does what can wait once the browser has nothing else to do; returns how to cancel. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(work, { timeout: 5_000 });
  return () => window.cancelIdleCallback(idle);
}
