import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTasks } from '../tasks/start-tasks.ts';
import { createMember } from '../testing/factories.ts';
import { type FullServer, startFullServer } from '../testing/outside/full-server.ts';
import { type SilentServer, startSilentServer } from '../testing/outside/silent-server.ts';
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

test.each(['storeConnect', 'storeAnswer', 'storeSilence'])(
  'a picture, an upload and a removal wait for such a store no longer than its limit %s [X5]',
  async (limit) => {
    const { env } = kindpal.services;
    const { port } = limit === 'storeConnect' ? full : silent;
    const storageUrl = `s3://key:secret@127.0.0.1:${port}/bucket?tls=false`;
    const minute = 60_000;
    const others = { storeConnect: minute, storeAnswer: minute, storeSilence: minute };
    const limits = { ...others, [limit]: 100 };
    const store = await openImageStore({ ...env, storageUrl }, limits);
    const started = Date.now();
    await expect(store.find('pet-images/a.webp')).rejects.toThrow();
    await expect(store.put('pet-images/a.webp', new Uint8Array(8))).rejects.toThrow();
    await expect(store.remove('pet-images/a.webp')).rejects.toThrow();
    // Each is tried twice, with a pause.
    expect(Date.now() - started).toBeLessThan(5_000);
  },
);
