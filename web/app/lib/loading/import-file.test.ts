import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { doImport } from './import-file.ts';

/** The server's files by address; the rest is a 404. */
const files = new Map<string, string>();
const asked: string[] = [];

beforeEach(() => {
  vi.stubGlobal('window', { origin: 'http://localhost' });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const code = files.get(address);
    return { ok: code !== undefined, text: async () => code };
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('an import waits until its file and all its imports are available, and requests nothing twice [P2]', async () => {
  const run = vi.fn();
  // As the bundler writes it.
  const load = Object.assign(async () => run(), { toString: () => '()=>import(`./panel.js`)' });
  await expect(doImport(load)).rejects.toThrow('/assets/panel.js');
  files.set(
    '/assets/panel.js',
    'import{a}from"./shared.js";import"./effect.js";import(`./later.js`)',
  );
  files.set('/assets/shared.js', 'import{p}from"./panel.js";export let a');
  await expect(doImport(load)).rejects.toThrow('/assets/effect.js');
  expect(run).not.toHaveBeenCalled();
  files.set('/assets/effect.js', '');
  await doImport(load);
  expect(run).toHaveBeenCalledOnce();
  await doImport(load);
  expect(asked).toEqual([
    '/assets/panel.js',
    '/assets/panel.js',
    '/assets/shared.js',
    '/assets/effect.js',
    '/assets/effect.js',
  ]);
});
