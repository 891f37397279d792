import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeTempDataDir, removeTempDataDir } from '../testing/make-temp-data-dir.ts';
import { webApp } from './web-app.ts';

const SCRIPT = `console.log(${JSON.stringify('a script of some length '.repeat(60))});`;
const PAGE = `<!doctype html><head><title>Kindpal</title></head><a href="https://kindpal.example/join">${'Join. '.repeat(200)}</a>`;

const CONFIG = { app_name: 'Pets </script>', currency: 'EUR' };

let build: string;
let folder: string;
beforeAll(() => {
  build = makeTempDataDir();
  folder = join(build, 'client');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'assets/app.js'), SCRIPT);
  // Marked, to distinguish the build's compressed file from one that a server might make.
  writeFileSync(join(folder, 'assets/app.js.br'), brotliCompressSync(`// built\n${SCRIPT}`));
  writeFileSync(join(folder, 'assets/app.js.gz'), gzipSync(`// built\n${SCRIPT}`));
  writeFileSync(join(folder, 'index.html'), PAGE);
});
afterAll(() => removeTempDataDir(build));

const get = async (path: string, encoding: string) => {
  const app = webApp({
    folder,
    appUrl: 'https://pets.example',
    config: CONFIG,
    findSession: async () => null,
    findAnswers: async () => ({ answers: {}, picture: null }),
  });
  const response = await app.request(path, { headers: { 'accept-encoding': encoding } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

it('a script is sent as compressed by the build, in the best encoding that the browser accepts', async () => {
  const brotli = await get('/assets/app.js', 'gzip, deflate, br, zstd');
  expect(brotli.response.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(`// built\n${SCRIPT}`);
  const gzip = await get('/assets/app.js', 'gzip');
  expect(gzip.response.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(gzip.bytes).toString()).toBe(`// built\n${SCRIPT}`);
  const plain = await get('/assets/app.js', 'identity');
  expect(plain.response.headers.get('content-encoding')).toBeNull();
  expect(plain.bytes.toString()).toBe(SCRIPT);
});

it.each([
  ['br;q=0', null],
  ['br;q=0, gzip', 'gzip'],
  ['BR', 'br'],
  ['gzip;q=0.8, br;q=0.2', 'gzip'],
  ['gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['identity, gzip;q=0.5', null],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['x-brotli, abrc', null],
  ['*;q=0, identity', null],
  ['', null],
])('a client that accepts %j is sent %j', async (accepted, encoding) => {
  const { response } = await get('/assets/app.js', accepted);
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding]);
  expect(response.headers.get('vary')).toBe('accept-encoding');
});

it.each(['identity;q=0', '*;q=0', 'zstd, identity;q=0'])(
  'a client that accepts no available encoding (%s) is told so',
  async (accepted) => {
    expect((await get('/assets/app.js', accepted)).response.status).toBe(406);
  },
);

it('a page contains this instance’s address even when compressed', async () => {
  const { response, bytes } = await get('/', 'br');
  expect(response.headers.get('content-encoding')).toBe('br');
  const html = brotliDecompressSync(bytes).toString();
  expect(html).toContain('https://pets.example/join');
  expect(html).not.toContain('kindpal.example');
});

it('a page contains this instance’s settings, whatever its name', async () => {
  const { bytes } = await get('/', 'identity');
  const [, json = ''] =
    /<script type="application\/json" id="config">(.*?)<\/script>/.exec(bytes.toString()) ?? [];
  expect(JSON.parse(json)).toEqual(CONFIG);
});

it('the compressed files have no address of their own', async () => {
  const { response } = await get('/assets/app.js.br', 'identity');
  expect(response.status).toBe(404);
});

it('the event loop continues while a page is compressed for its first reader', async () => {
  writeFileSync(join(folder, 'long.html'), PAGE + Math.random().toString(36).repeat(400_000));
  const app = webApp({
    folder,
    appUrl: 'https://pets.example',
    config: CONFIG,
    findSession: async () => null,
    findAnswers: async () => ({ answers: {}, picture: null }),
  });
  const turned = vi.fn();
  const first = app.request('/long.html', { headers: { 'accept-encoding': 'br' } });
  setImmediate(turned);
  const response = await first;
  await response.arrayBuffer();
  expect(turned).toHaveBeenCalled();
});
