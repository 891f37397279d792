import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { fillPlaces, fillPlacesAside } from '../place/fill-places.ts';
import { createTestDatabase } from '../testing/database.ts';
import { startDatabaseProxy } from '../testing/outside/database-proxy.ts';
import { startSilentServer } from '../testing/outside/silent-server.ts';
import { openClient } from './open-client.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test('a connection that breaks while reading the list of places fails only that read', async () => {
  const database = await createTestDatabase();
  closers.push(database.drop);
  const proxy = await startDatabaseProxy(database.ownerUrl, { statement: 'FROM gazetteer' });
  closers.push(async () => proxy.close());
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  await expect(fillPlaces(proxy.url)).rejects.toThrow();
  // An unhandled error would be thrown in a later event loop turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('uncaughtException', uncaught);
  expect(proxy.cuts).toBe(1);
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
