import { ARCHIVE_ADDRESS } from '@kindpal/contract/archive/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runDueTasks } from '../tasks/start-tasks.ts';
import type { TestMember } from '../testing/factories.ts';
import { errorOf, refusalOf } from '../testing/refusal-of.ts';
import { joinKindpal, PASSWORD } from '../testing/test-browser.ts';
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

test('a data export can be downloaded only soon after a proof of identity, even with a stolen session [U10] [X1]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  await browser.send((api) => api.archive.request({ current_password: PASSWORD }));
  await runDueTasks(kindpal.services);
  const { rows } = await kindpal.services.db.pool.query<{ token: string }>(
    `UPDATE auth.session SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1 RETURNING token`,
    [id],
  );
  const member = { id, credential: { by: 'token', value: rows[0]?.token } } as TestMember;
  const fetchCopy = () => server.fetch(ARCHIVE_ADDRESS, { as: member });
  const open = () => browser.send((api) => api.archive.open());

  expect(await refusalOf(open())).toBe('REAUTHENTICATION_NEEDED');
  const refused = await fetchCopy();
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'REAUTHENTICATION_NEEDED' });
  await browser.send((api) => api.factor.confirm({ password: PASSWORD }));
  await open();
  expect((await fetchCopy()).headers.get('content-type')).toBe('application/zip');

  const stranger = await joinKindpal(kindpal.services);
  const nothing = stranger.browser.send((api) => api.archive.open());
  expect((await errorOf(nothing)).code).toBe('NOT_FOUND');
});
