import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '..');
const output = join(project, 'web/build/client/index.html');
const stamp = join(project, 'web/build/built-from');

const sources = [
  'web/app',
  'web/public',
  'web/package.json',
  'web/react-router.config.ts',
  'web/vite.config.ts',
  'contract/src',
  'package-lock.json',
];

/** Builds the web pages unless the last build was made from just these sources. */
export function buildWebIfStale(): void {
  const now = hashOf(sources.map((path) => join(project, path)));
  const last = existsSync(output) && existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (last !== now) buildWeb();
}

/** Builds the web pages and notes what from. */
export function buildWeb(): void {
  const now = hashOf(sources.map((path) => join(project, path)));
  console.log('Building the web pages.');
  execFileSync('npm', ['run', 'build', '-w', 'web', '--silent'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  writeFileSync(stamp, now);
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
