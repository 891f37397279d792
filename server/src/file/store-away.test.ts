import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { OPEN_LIMITS } from '../access/limits/limits.ts';
import { startTasks } from '../tasks/start-tasks.ts';
import { createMember } from '../testing/factories.ts';
import type { Answer } from '../testing/outside/answer-with.ts';
import { type FullServer, startFullServer } from '../testing/outside/full-server.ts';
import { type SilentServer, startSilentServer } from '../testing/outside/silent-server.ts';
import { drip, type SlowStore, startSlowStore } from '../testing/outside/slow-store.ts';
import { takeAll } from '../testing/take-all.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { openImageStore } from './image-store.ts';

let kindpal: TestKindpal;
let server: TestServer;
let silent: SilentServer;
let full: FullServer;
let stopTasks: () => Promise<void>;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  silent = await startSilentServer();
  full = await startFullServer();
  const { services } = kindpal;
  const storageUrl = `s3://key:secret@127.0.0.1:${silent.port}/bucket?tls=false`;
  services.images = await openImageStore({ ...services.env, storageUrl });
  server = await startTestServer(kindpal);
  stopTasks = await startTasks(services);
});
afterAll(async () => {
  await silent.close();
  await full.close();
  await stopTasks();
  await server.close();
  await kindpal.stop();
});

test('twelve members remove their photos while the store never responds, and nobody notices [X5]', async () => {
  const { db } = kindpal.services;
  const members = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const path = `${crypto.randomUUID()}/0.webp`;
      const profile_image_url = `/storage/v1/object/public/profile-images/${path}`;
      return createMember(db, { profile_image_url });
    }),
  );
  const changed = await Promise.all(
    members.map((who) =>
      kindpal.callerFor(who).member.update({ id: who.id, profile_image_url: null }),
    ),
  );
  expect(changed.map((one) => one.profile_image_url)).toEqual(members.map(() => null));
  await vi.waitFor(() => expect(silent.connections()).toBeGreaterThan(0), { timeout: 10_000 });
  for (const path of ['/readyz', '/rest/v1/jobs']) {
    expect((await server.fetch(path)).status).toBe(200);
  }
  // No photo is forgotten: each waits until its store is back.
  const { rows } = await db.pool.query(`SELECT count(*)::int AS waiting FROM graphile_worker.jobs
    WHERE task_identifier = 'remove_image'`);
  expect(rows).toEqual([{ waiting: 12 }]);
  const marked = await db.pool.query('SELECT FROM files WHERE removed_at IS NULL');
  expect(marked.rowCount).toBe(0);
});

const minute = 60_000;
const MINUTES = {
  storeConnect: minute,
  storeAnswer: minute,
  storeSilence: minute,
  storeWhole: minute,
};

test.each(['storeConnect', 'storeAnswer', 'storeSilence'])(
  'a picture, an upload and a removal wait for such a store no longer than its limit %s [X5]',
  async (limit) => {
    const { env } = kindpal.services;
    const { port } = limit === 'storeConnect' ? full : silent;
    const storageUrl = `s3://key:secret@127.0.0.1:${port}/bucket?tls=false`;
    const limits = { ...MINUTES, [limit]: 100 };
    const store = await openImageStore({ ...env, storageUrl }, limits);
    const started = Date.now();
    await expect(store.find('pet-images/a.webp')).rejects.toThrow();
    await expect(store.put('pet-images/a.webp', new Uint8Array(8))).rejects.toThrow();
    await expect(store.remove('pet-images/a.webp')).rejects.toThrow();
    // Each is tried twice, with a pause.
    expect(Date.now() - started).toBeLessThan(5_000);
  },
);

const PORTION = 5_000_000;
const slow: SlowStore[] = [];
afterEach(async () => {
  for (const store of slow.splice(0)) await store.close();
});

/** A store that answers with `send`, opened with these limits. */
async function openSlowStore(send: Answer, limits: Partial<typeof MINUTES> = {}) {
  const store = await startSlowStore(send);
  slow.push(store);
  return openImageStore(
    { ...kindpal.services.env, storageUrl: store.url },
    { ...MINUTES, ...limits },
  );
}

test('a picture that stops arriving is waited for no longer than the limit for silence [X5]', async () => {
  const store = await openSlowStore(
    (_, response) => {
      response.writeHead(200, { 'content-length': 9 });
      response.write('x');
    },
    { storeSilence: 200 },
  );
  const image = await store.find('pet-images/a.webp');
  await expect(buffer(image as Readable)).rejects.toThrow('stopped waiting');
});

test('a store that answers with an empty object has no such picture, and nobody waits for it [X5]', async () => {
  const store = await openSlowStore((_, response) => response.end(), {});
  expect(await store.find('pet-images/a.webp')).toBeNull();
  const chunked = await openSlowStore(async (_, response) => {
    response.writeHead(200, { 'transfer-encoding': 'chunked' }).flushHeaders();
    await sleep(20);
    response.end();
  }, {});
  for (let n = 0; n < 10; n += 1) expect(await chunked.find('pet-images/a.webp')).toBeNull();
});

test('a picture that is removed between the two requests for it is not found, and no fault [X5]', async () => {
  const { services } = kindpal;
  const missing = '<Error><Code>NoSuchKey</Code><Message>Gone</Message></Error>';
  const logged = vi.spyOn(services.log, 'error');
  for (const body of [missing, '']) {
    services.images = await openSlowStore((_, response) => response.writeHead(404).end(body));
    const answer = await server.fetch('/storage/v1/object/public/profile-images/some/photo.webp');
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  }
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

test('a store that breaks off soon cuts the picture off, and one that fails is a fault with the id of its log line [X5]', async () => {
  const brief = await openSlowStore((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-length': 9_000 });
    response.write('x'.repeat(100), () => response.destroy());
  });
  const failing = await openSlowStore((request, response) => {
    request.resume();
    response.writeHead(500).end();
  });
  const { services } = kindpal;
  const shown = vi.spyOn(console, 'error');
  const logged = vi.spyOn(services.log, 'error');
  const warned = vi.spyOn(services.log, 'warn');
  const path = '/storage/v1/object/public/profile-images/some/photo.webp';
  services.images = brief;
  for (let round = 0; round < 8; round += 1) {
    const read = server.fetch(path).then((answer) => answer.arrayBuffer());
    await expect(read).rejects.toThrow();
  }
  expect(shown).not.toHaveBeenCalled();
  // Without chunks, only a reset says that this is not the whole.
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').resume();
  socket.write(`GET ${path} HTTP/1.0\r\nHost: localhost\r\n\r\n`);
  const [ended] = await Promise.race([once(socket, 'error'), once(socket, 'close')]);
  expect(ended).toMatchObject({ code: 'ECONNRESET' });
  expect(warned).toHaveBeenCalledTimes(9);
  services.images = await openSlowStore(drip);
  const leaving = new AbortController();
  await server.fetch(path, { signal: leaving.signal });
  leaving.abort();
  const places = () => takeAll(services.limiter, 'image_by_ip', '127.0.0.1')();
  await expect.poll(places).toBe(OPEN_LIMITS.image_by_ip);
  // A reader who leaves is no fault of the store.
  expect(warned).toHaveBeenCalledTimes(9);
  services.images = failing;
  const answer = await server.fetch(path);
  const request_id = answer.headers.get('x-request-id');
  expect([answer.status, await answer.json()]).toMatchObject([500, { data: { request_id } }]);
  expect(logged.mock.lastCall).toMatchObject([{ request_id }, 'a page failed']);
});

test('a store that sends its answers a byte at a time is waited for no longer than the limit for a whole object [X5]', async () => {
  const store = await openSlowStore(drip, { storeWhole: 200 });
  const started = Date.now();
  const image = await store.find('pet-images/a.webp');
  await expect(buffer(image as Readable)).rejects.toThrow('stopped waiting');
  await expect(store.put('pet-images/a.webp', new Uint8Array(8))).rejects.toThrow();
  await expect(store.remove('pet-images/a.webp')).rejects.toThrow();
  // Uploads and removals are tried twice, with a pause.
  expect(Date.now() - started).toBeLessThan(5_000);
});

test('a slow store has more time for a larger object, and a slow reader takes none of it [X5]', async () => {
  const store = await openSlowStore(
    async (_, response) => {
      for (let n = 0; n < 3; n += 1) {
        await sleep(300);
        response.write(Buffer.alloc(PORTION));
      }
      response.end();
    },
    { storeWhole: 500, storeSilence: 1_000 },
  );
  const whole = await store.find('archives/a.zip');
  expect((await buffer(whole as Readable)).byteLength).toBe(3 * PORTION);

  let read = 0;
  for await (const chunk of (await store.find('archives/a.zip')) as Readable) {
    if (read === 0) await sleep(2_000);
    read += chunk.length;
  }
  expect(read).toBe(3 * PORTION);
});

test('a picture that a slow store takes longer to receive than to answer is stored, and an archive too [X5]', async () => {
  const received: number[] = [];
  const store = await openSlowStore(
    async (request, response) => {
      let bytes = 0;
      // The rest stays on the connection, which is full.
      await sleep(600);
      for await (const chunk of request) bytes += chunk.length;
      received.push(bytes);
      response.end();
    },
    { storeAnswer: 300, storeWhole: 10_000 },
  );
  await store.put('pet-images/a.webp', Buffer.alloc(PORTION));
  const file = join(kindpal.services.env.dataDir, 'archive.zip');
  await writeFile(file, Buffer.alloc(PORTION));
  await store.putFile('archives/a.zip', { file, type: 'application/zip' });
  expect(received).toHaveLength(2);
});
