import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { isCompressed, SUFFIXES } from '../server/src/pages/encodings.ts';
import { namesAddress } from '../server/src/pages/static-files.ts';

const project = join(import.meta.dirname, '..');
const build = join(project, 'web/build');
/** Records which sources a build was made from. */
const STAMP = 'built-from';

const sources = [
  'web/app',
  'web/public',
  'web/package.json',
  'web/react-router.config.ts',
  ...[
    'bare-imports',
    'build-service-worker',
    'chunks',
    'list-page-files',
    'list-routes',
    'own-router-parts',
    'slim-contract',
    'slim-manifest',
  ].map((plugin) => `web/${plugin}.ts`),
  'web/vite.config.ts',
  'contract/src',
  'scripts/build-web.ts',
  'scripts/build-api-docs.ts',
  'server/src/pages/encodings.ts',
  'package-lock.json',
];

/** Builds the web pages unless the last build has the same sources. */
export function buildWebIfStale(): void {
  const stamp = join(build, STAMP);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hashOfSources()) buildWeb();
}

/**
 * Builds the web pages in a temporary place and then moves them, so that a starting server finds
 * them complete.
 */
function buildWeb(): void {
  const sourcesNow = hashOfSources();
  const aside = `${build}-${process.pid}`;
  const old = `${aside}-old`;
  console.log('Building the web pages.');
  try {
    execFileSync('npm', ['run', 'build', '-w', 'web', '--silent'], {
      cwd: project,
      env: { ...process.env, BUILD_DIR: basename(aside) },
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    compressFiles(join(aside, 'client'));
    // A process of its own: the API reference's package takes 20 MB as long as its process runs,
    // and `npm start` becomes the server.
    execFileSync(process.execPath, [
      join(import.meta.dirname, 'build-api-docs.ts'),
      join(aside, 'api-docs'),
    ]);
    writeFileSync(join(aside, STAMP), sourcesNow);
    if (existsSync(build)) renameSync(build, old);
    renameSync(aside, build);
  } finally {
    for (const left of [aside, old]) rmSync(left, { recursive: true, force: true });
  }
}

/** Writes compressed files for all texts, except those in which the server replaces its address. */
function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (!isCompressed(file, statSync(file).size) || namesAddress(file)) continue;
    const bytes = readFileSync(file);
    writeFileSync(file + SUFFIXES.br, brotliCompressSync(bytes));
    writeFileSync(file + SUFFIXES.gzip, gzipSync(bytes, { level: 9 }));
  }
}

function hashOfSources(): string {
  return hashOf(sources.map((path) => join(project, path)));
}

function hashOf(paths: string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name));
    } else {
      hash.update(path.slice(project.length)).update('\0').update(readFileSync(path)).update('\0');
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

if (import.meta.main) buildWeb();
