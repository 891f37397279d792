import { matchRoutes, type RouteObject } from 'react-router';
import { importFile } from '../loading/import-file.ts';

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

/** Fetches a page's code before it is visited; on failure, the visit fetches it again. */
export function prefetchPage(path: string): void {
  const { routes } = readManifest();
  tree ??= routesBelow(undefined, Object.values(routes));
  for (const { route } of matchRoutes(tree, path) ?? []) {
    const url = routes[route.id ?? '']?.module;
    if (!url || fetched.has(url)) continue;
    fetched.add(url);
    importFile(url).catch(() => fetched.delete(url));
  }
}

function prepare({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link && link.origin === window.location.origin) prefetchPage(link.pathname);
}

/** Prefetches the page of each link that is touched, hovered or focused; returns how to stop. */
export function prefetchLinks(): () => void {
  const stop = new AbortController();
  const options = { passive: true, signal: stop.signal };
  for (const type of BEFORE_A_PRESS) document.addEventListener(type, prepare, options);
  return () => stop.abort();
}
