import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

// The headless shell first: it takes half the CPU time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];

const usualPlaces: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    process.env.PROGRAMFILES,
    process.env['PROGRAMFILES(X86)'],
    process.env.LOCALAPPDATA,
  ].flatMap((dir) => (dir ? [join(dir, 'Google/Chrome/Application/chrome.exe')] : [])),
};

/** What Chromium needs to run as root, and to make no other requests while it is tested. */
export const chromiumArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The path of a Chromium or Chrome: CHROMIUM_PATH, or an installed one; otherwise installs one
 * (as root on Debian with apt, else Playwright's own) and says so.
 */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const found = candidates().find(works) ?? install();
  // Playwright's workers inherit it and need not search again.
  process.env.CHROMIUM_PATH = found;
  return found;
}

function candidates(): string[] {
  const dirs = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = names.flatMap((name) => dirs.map((dir) => join(dir, name)));
  return [...onPath, ...(usualPlaces[process.platform] ?? []), chromium.executablePath()];
}

// Some distributions have a placeholder with this name that only suggests a package.
function works(path: string): boolean {
  if (!existsSync(path)) return false;
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0;
}

function install(): string {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found: installing it with apt-get.');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update'], { stdio: 'inherit', env });
    // Debian before 12 has no package of the headless shell.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const args = ['install', '-y', '--no-install-recommends', name, 'fonts-liberation'];
      spawnSync('apt-get', args, { stdio: 'inherit', env });
      const installed = candidates().find(works);
      if (installed) return installed;
    }
  }
  console.log('No Chromium found: installing Playwright’s own.');
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  execFileSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' });
  return chromium.executablePath();
}
