import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { buildServiceWorker } from './build-service-worker.ts';
import { listRoutes } from './list-routes.ts';
import { slimManifest } from './slim-manifest.ts';

/** The pages a visitor or a search engine reads without JavaScript. */
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
  // Two builds at once, for example beside a running server, need a directory each.
  buildDirectory: process.env.BUILD_DIR ?? 'build',
  ssr: false,
  // A page's loader comes in the page's own file: the server names that one in the head.
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
