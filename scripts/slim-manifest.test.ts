import { expect, it } from 'vitest';
import { readManifest } from '../web/slim-manifest.ts';

const route = { id: 'root', module: '/assets/a.js', imports: [], hasDefaultExport: true };
const fileOf = (manifest: object) => `window.__reactRouterManifest=${JSON.stringify(manifest)};`;

it('a build reads the route manifest, and fails when the router writes a different one', () => {
  expect(readManifest(fileOf({ routes: { root: route } })).routes.root?.module).toBe(route.module);
  const { module, ...nameless } = route;
  const { imports, ...unlisted } = route;
  for (const file of [
    `window.__manifest=${JSON.stringify({ routes: { root: route } })};`,
    fileOf({ pages: { root: route } }),
    fileOf({ routes: { root: nameless } }),
    fileOf({ routes: { root: unlisted } }),
    fileOf({ routes: {} }),
  ]) {
    expect(() => readManifest(file)).toThrow('in another form now');
  }
});
