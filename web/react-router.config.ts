import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { buildServiceWorker } from './build-service-worker.ts';
import { listRoutes } from './list-routes.ts';
import { slimManifest } from './slim-manifest.ts';

/** The pages that visitors and search engines can read without JavaScript. */
const publicPages = [
  '/',
  '/join',
  '/about',
  '/faq',
  '/terms',
  '/guidelines',
  '/privacy',
  '/contact',
];

export default {
  // Two builds at once, for example beside a running server, need separate directories.
  buildDirectory: process.env.BUILD_DIR ?? 'build',
  ssr: false,
  // A page's loader is in the page's own file, which the server lists in the page's head.
  splitRouteModules: false,
  prerender: publicPages,
  buildEnd: async ({ reactRouterConfig }) => {
    const files = slimManifest(reactRouterConfig.buildDirectory);
    await buildServiceWorker(join(reactRouterConfig.buildDirectory, 'client'), files);
    // The server answers every other address with 404.
    const routes = JSON.stringify(await listRoutes());
    writeFileSync(join(reactRouterConfig.buildDirectory, 'routes.json'), routes);
  },
} satisfies Config;
