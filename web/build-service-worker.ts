import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const APP = fileURLToPath(new URL('./app', import.meta.url));
/** The precached page of My Day. */
const DAY = '/__my-day.html';
/** The pages that open without a network; the icons are for notifications. */
const PAGES = [DAY, '/offline.html', '/icon-192.png', '/favicon.svg'];

type Entry = { url: string; revision: string | null };

/**
 * Builds the service worker, with the addresses and hashes of the built pages. It runs last,
 * because the pages and the route manifest are written after the bundler has finished.
 */
export async function buildServiceWorker(
  folder: string,
  { offline: scripts, day }: { offline: string[]; day: string },
): Promise<void> {
  const shell = readFileSync(join(folder, '__spa-fallback.html'), 'utf8');
  const ofShell = shell.match(/\/assets\/[\w-]+\.(js|css|woff2)/g) ?? [];
  writeFileSync(join(folder, DAY), withScripts(shell, scripts, day));
  const entries: Entry[] = [
    ...PAGES.map((url) => ({ url, revision: hashOf(join(folder, url)) })),
    // Their names contain a hash of their content.
    ...[...new Set([...ofShell, ...scripts])].map((url) => ({ url, revision: null })),
  ];
  for (const { url } of entries) {
    if (!existsSync(join(folder, url))) throw new Error(`The build has no ${url} to keep`);
  }
  await build({
    configFile: false,
    root: APP,
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: { '~': APP } },
    define: {
      'self.__WB_MANIFEST': JSON.stringify(entries),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(APP, 'worker/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}

/**
 * Lists all scripts in the page's head, so that they load in one round, and puts My Day before the
 * router, so that it has read the device by the time the page is rendered.
 */
function withScripts(page: string, scripts: string[], day: string): string {
  const missing = scripts.filter((url) => !page.includes(`"${url}"`));
  const links = missing.map((url) => `<link rel="modulepreload" href="${url}"/>`);
  return page.replace(
    '</head>',
    `${links.join('')}<script type="module" src="${day}"></script></head>`,
  );
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
}
