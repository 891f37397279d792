import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { bareImports } from './bare-imports.ts';
import { groups } from './chunks.ts';
import { ownRouterParts } from './own-router-parts.ts';
import { slimContract } from './slim-contract.ts';

const server = process.env.API_URL ?? 'http://localhost:3000';
/** Addresses that the API server answers while Vite serves the pages. */
const forwarded = [
  '/auth/',
  '/rest/',
  '/storage/',
  '/realtime/',
  '/dev/',
  '/config.json',
  '/healthz',
  '/readyz',
];

/**
 * File names are short hashes only, because the manifest, which every page loads, lists all of
 * them.
 */
const output = {
  codeSplitting: { groups },
  chunkFileNames: 'assets/[hash:7].js',
  entryFileNames: 'assets/[hash:7].js',
};

/**
 * Radix calls `__name` for each of its functions, to name them in stack traces. Unless marked as
 * pure, these calls keep unused functions in the bundle: 3.6 kB on the pages of members.
 */
const treeshake = { manualPureFunctions: ['__name'] };

export default defineConfig({
  plugins: [bareImports(), ownRouterParts(), slimContract(), tailwindcss(), reactRouter()],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  environments: {
    client: { build: { rolldownOptions: { output, treeshake } } },
  },
  // light-dark() provides both themes in tokens.css; older targets would rewrite it. The router
  // preloads a route's modules; other lazy modules may take one more round trip. The manifest is
  // read, and then removed, at the end of the build.
  build: {
    manifest: true,
    modulePreload: false,
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
  },
  server: {
    watch: { ignored: ['**/build/**'] },
    proxy: Object.fromEntries(forwarded.map((path) => [path, { target: server }])),
  },
});
