import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { bareImports } from './bare-imports.ts';
import { durableRouteModules } from './load-route-module.ts';
import { slimContract } from './slim-contract.ts';

const server = process.env.API_URL ?? 'http://localhost:3000';
/** What the API server answers while Vite serves the pages. */
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

/** What every page carries, the landing first of all; its JavaScript is held below 125 kB. */
const everywhere = [
  'account/(page-session|return-path|session-events|session-hint|session-start|session-store|use-session)',
  'help/(help-button|help-signal)',
  'lib/(load-code|store)',
  'newsletter/newsletter-form',
  'notify/(notifications|stage)',
  'public/(form-parts|join-buttons|mailbox-notice|public-page-meta|use-open-form)',
  'shell/(bare-bar|connection-line|entries|error-page|footer|shell|top-bar|visitor-menu)',
  'theme/.*',
  'ui/(button|class-names|field|icons|limit-characters|link|logo|segmented-control|skeleton|spinner|text-input|textarea)',
  'ui/illustrations/(animals|cat-on-sill|drawing|first-paw|key-on-tag|lead|whole-biscuit)',
];

/**
 * It comes in two files instead of thirty: small files compress badly, and the route manifest
 * names each of them.
 */
const groups = [
  {
    name: 'framework',
    test: /rolldown\/runtime|node_modules\/(react|react-dom|react-router|scheduler)\//,
  },
  {
    name: 'frame',
    test: new RegExp(
      `/(web/app/(${everywhere.join('|')})|contract/src/text/count-characters)\\.tsx?$`,
    ),
  },
  // With each of these comes all that it imports and no group above has.
  { name: 'data', test: /\/web\/app\/(account\/session-guard|job\/job-list|lib\/live)\.tsx?$/ },
  {
    name: 'member',
    test: /\/web\/app\/(account\/session-upkeep|dashboard\/dashboard|shell\/member-controls)\.tsx?$/,
  },
  // What opens at a press; fetched once the page stands.
  { name: 'windows', test: /\/web\/app\/ui\/(dialog|confirm-dialog)\.tsx$/ },
  { name: 'menu', test: /\/web\/app\/ui\/dropdown-menu\.tsx$/ },
];

/** Names of hashes alone: the manifest, which every page loads, lists all of them. */
const output = {
  codeSplitting: { groups },
  chunkFileNames: 'assets/[hash].js',
  entryFileNames: 'assets/[hash].js',
};

export default defineConfig({
  plugins: [bareImports(), durableRouteModules(), slimContract(), tailwindcss(), reactRouter()],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  environments: {
    client: { build: { rolldownOptions: { output } } },
  },
  // light-dark() carries both themes in tokens.css; older targets would rewrite it.
  // A route's modules are preloaded by the router; what is lazy beyond that may take one hop more.
  // The manifest is read, and taken out, at the end of the build.
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
