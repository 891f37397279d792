import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { slimManifest } from './slim-manifest.ts';

/** The pages a visitor or a search engine reads without JavaScript. */
const publicPages = ['/', '/join', '/about', '/faq', '/terms', '/privacy', '/contact'];

export default {
  // Two builds at once, for example beside a running server, need a directory each.
  buildDirectory: process.env.BUILD_DIR ?? 'build',
  ssr: false,
  prerender: publicPages,
  buildEnd: ({ reactRouterConfig }) => {
    slimManifest(join(reactRouterConfig.buildDirectory, 'client'));
  },
} satisfies Config;
