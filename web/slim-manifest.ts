import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Manifest = { routes: Record<string, { imports?: string[] }> };
const assigned = 'window.__reactRouterManifest=';

/**
 * Takes from the route manifest, which every page loads, the files behind each route's module. A
 * prerendered page names its own in its head, and a visited route's module imports them itself.
 */
export function slimManifest(clientFolder: string): void {
  const assets = join(clientFolder, 'assets');
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error('The build wrote no route manifest');
  const path = join(assets, name);
  const json = readFileSync(path, 'utf8').replace(assigned, '').replace(/;\s*$/, '');
  const manifest = JSON.parse(json) as Manifest;
  for (const route of Object.values(manifest.routes)) delete route.imports;
  writeFileSync(path, `${assigned}${JSON.stringify(manifest)};`);
}
