import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The bundler's manifest: each file with its group of `chunks.ts`, and its imports. */
type Chunks = Record<string, { file: string; name?: string; imports?: string[] }>;
export type RouteEntry = {
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  imports?: string[];
};

/** The group that every member's page needs in addition to its route. */
const OF_MEMBERS = 'member';
/** The page that the service worker can open offline. */
const OFFLINE_PAGE = '/my-day';
/** The folder of the parts that this page loads on demand. */
const OFFLINE_PARTS = 'app/my-day/';
const CHUNKS = '.vite/manifest.json';

/**
 * Writes a list of the files of each page's code into the build: the server lists them in the
 * page's head, so that they load in one round instead of one after the other.
 */
export function listPageFiles(
  buildFolder: string,
  routes: Record<string, RouteEntry>,
): { offline: string[]; day: string } {
  const chunksPath = join(buildFolder, 'client', CHUNKS);
  const chunks = JSON.parse(readFileSync(chunksPath, 'utf8')) as Chunks;
  rmSync(join(chunksPath, '..'), { recursive: true });
  const pages: Record<string, string[]> = {};
  let day = '';
  for (const [id, route] of Object.entries(routes)) {
    const branch = branchOf(id, routes);
    // The root's own files are in every page's head.
    const files = branch.slice(1).flatMap(({ module, imports = [] }) => [module, ...imports]);
    if (route.path || route.index) pages[addressOf(branch)] = [...new Set(files)];
    if (addressOf(branch) === OFFLINE_PAGE) day = route.module;
  }
  const [chunk] = Object.entries(chunks).find(([, { name }]) => name === OF_MEMBERS) ?? [];
  if (!chunk) throw new Error(`The build has no group ${OF_MEMBERS}`);
  const members = [...new Set(filesOf(chunk, chunks))];
  writeFileSync(join(buildFolder, 'page-files.json'), JSON.stringify({ pages, members }));
  const later = Object.keys(chunks).filter((key) => key.startsWith(OFFLINE_PARTS));
  const parts = later.flatMap((key) => filesOf(key, chunks));
  return { offline: [...new Set([...(pages[OFFLINE_PAGE] ?? []), ...members, ...parts])], day };
}

/** A route and its parent routes, the root first. */
function branchOf(id: string, routes: Record<string, RouteEntry>): RouteEntry[] {
  const route = routes[id];
  if (!route) return [];
  return [...branchOf(route.parentId ?? '', routes), route];
}

/** The address of a route as `list-routes.ts` lists it: `/jobs/:jobId`. */
function addressOf(branch: RouteEntry[]): string {
  const parts = branch.map(({ path }) => path).filter(Boolean);
  return `/${parts.join('/')}`;
}

/** A file and everything that it imports. */
function filesOf(key: string, chunks: Chunks): string[] {
  const { file, imports = [] } = chunks[key] ?? {};
  return [`/${file}`, ...imports.flatMap((next) => filesOf(next, chunks))];
}
