import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runDueTasks } from '../tasks/start-tasks.ts';
import { createMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let kindpal: TestKindpal;
let server: TestServer;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

test('no other user of the machine can read a mail, a picture or any folder below DATA_DIR [X5]', async () => {
  const { services } = kindpal;
  await services.mailer.send({ to: 'a@example.org', subject: 's', html: 'h', text: 't' });
  await runDueTasks(services);
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } });
  const sent = await server.fetch('/storage/v1/object/profile-images/onboarding/pet', {
    method: 'POST',
    as: await createMember(services.db),
    body: new Uint8Array(await picture.png().toBuffer()),
  });
  expect(sent.status).toBe(201);

  const { dataDir } = services.env;
  const names = await readdir(dataDir, { recursive: true });
  expect(names.filter((name) => /\.(eml|json|webp)$/.test(name))).toHaveLength(3);
  for (const name of names) {
    const found = await stat(join(dataDir, name));
    const mode = (found.mode & 0o777).toString(8);
    expect([name, mode]).toEqual([name, found.isDirectory() ? '700' : '600']);
  }
});
