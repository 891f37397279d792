import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPageFiles, type RouteEntry } from './list-page-files.ts';

type Manifest = { routes: Record<string, RouteEntry & Record<string, unknown>> };
const assigned = 'window.__reactRouterManifest=';
/** Fields that the browser's router never reads. */
const UNREAD = ['imports', 'hasDefaultExport'];

/**
 * Removes the files behind each route's module from the route manifest, which every page loads: a
 * page lists its own in its head, and a visited route's module imports them. False values are left
 * out too, because the router treats them like missing ones. Returns the scripts of the `offline`
 * page, and which of them is My Day.
 */
export function slimManifest(buildFolder: string): { offline: string[]; day: string } {
  const assets = join(buildFolder, 'client/assets');
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error('The build wrote no route manifest');
  const path = join(assets, name);
  const manifest = readManifest(readFileSync(path, 'utf8'));
  const files = listPageFiles(buildFolder, manifest.routes);
  for (const route of Object.values(manifest.routes)) {
    for (const [key, value] of Object.entries(route)) {
      const isNothing = value === false || (Array.isArray(value) && value.length === 0);
      if (isNothing || UNREAD.includes(key)) delete route[key];
    }
  }
  writeFileSync(path, `${assigned}${JSON.stringify(manifest)};`);
  return files;
}

/** The manifest in the file that React Router writes. Throws if its format has changed. */
export function readManifest(file: string): Manifest {
  const json = file.startsWith(assigned) && file.slice(assigned.length).replace(/;\s*$/, '');
  const manifest = json ? (JSON.parse(json) as Partial<Manifest>) : {};
  const routes = Object.values(manifest.routes ?? {});
  const isKnown =
    routes.every(({ module }) => typeof module === 'string') &&
    UNREAD.every((key) => routes.some((route) => key in route));
  if (!isKnown) {
    throw new Error('React Router writes its route manifest in another form now');
  }
  return manifest as Manifest;
}
