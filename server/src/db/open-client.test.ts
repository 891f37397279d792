import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { fillPlaces, fillPlacesAside } from '../place/fill-places.ts';
import { createTestDatabase } from '../testing/database.ts';
import { startSilentServer } from '../testing/outside/silent-server.ts';
import { openClient } from './open-client.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A proxy to the database at `url` that disconnects when a statement contains `words`. */
async function startCuttingProxy(url: string, words: string) {
  const { hostname, port } = new URL(url);
  const cuts: string[] = [];
  const proxy = createServer((near) => {
    const socketFolder = decodeURIComponent(hostname);
    const far = socketFolder.startsWith('/')
      ? connect(`${socketFolder}/.s.PGSQL.${port}`)
      : connect(Number(port), hostname);
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', () => undefined).on('close', end);
    far.pipe(near);
    near.on('data', (chunk: Buffer) => {
      if (!chunk.includes(words)) return far.write(chunk);
      cuts.push(words);
      return near.resetAndDestroy();
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  closers.push(async () => proxy.close());
  const through = new URL(url);
  through.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { url: through.href, cuts };
}

test('a connection that breaks while reading the list of places fails only that read', async () => {
  const database = await createTestDatabase();
  closers.push(database.drop);
  const proxy = await startCuttingProxy(database.ownerUrl, 'FROM gazetteer');
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  await expect(fillPlaces(proxy.url)).rejects.toThrow();
  // An unhandled error would be thrown in a later event loop turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('uncaughtException', uncaught);
  expect(proxy.cuts).toHaveLength(1);
  expect(uncaught).not.toHaveBeenCalled();
});

test('a shutdown does not wait for a database that accepts a connection and stays silent', async () => {
  const silent = await startSilentServer();
  closers.push(silent.close);
  const url = `postgres://u:p@127.0.0.1:${silent.port}/kindpal`;
  const stopping = new AbortController();
  const opening = openClient(url, { name: 'kindpal-test', signal: stopping.signal });
  const refused = expect(opening).rejects.toMatchObject({ name: 'AbortError' });
  await vi.waitFor(() => expect(silent.connections()).toBe(1), { timeout: 10_000 });
  stopping.abort();
  await refused;
  const stop = fillPlacesAside(url, pino({ level: 'silent' }));
  await vi.waitFor(() => expect(silent.connections()).toBe(2), { timeout: 10_000 });
  await stop();
});
