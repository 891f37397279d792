import { Readable } from 'node:stream';
import { ARCHIVE_ADDRESS } from '@kindpal/contract/archive/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPEN_LIMITS } from '../access/limits/limits.ts';
import { runDueTasks } from '../tasks/start-tasks.ts';
import type { TestMember } from '../testing/factories.ts';
import { errorOf, refusalOf } from '../testing/refusal-of.ts';
import { takeAll } from '../testing/take-all.ts';
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

const MOST = OPEN_LIMITS.archive_by_member;

/** A newcomer with a data export that is ready, and how many more downloads they may start. */
async function joinWithArchive() {
  const { browser, id } = await joinKindpal(kindpal.services);
  await browser.send((api) => api.archive.request({ current_password: PASSWORD }));
  await runDueTasks(kindpal.services);
  const { rows } = await kindpal.services.db.pool.query<{ token: string }>(
    'SELECT token FROM auth.session WHERE user_id = $1',
    [id],
  );
  return {
    browser,
    member: { id, credential: { by: 'token', value: rows[0]?.token } } as TestMember,
    free: () => takeAll(kindpal.services.limiter, 'archive_by_member', id)(),
  };
}

test('a download that its member has canceled counts until the image store has answered [X1]', async () => {
  const { services } = kindpal;
  const { member, free } = await joinWithArchive();
  const usual = services.images;
  const found = Promise.withResolvers<Readable | null>();
  services.images = { ...usual, find: () => found.promise };
  const leaving = new AbortController();
  const asked = server.fetch(ARCHIVE_ADDRESS, { as: member, signal: leaving.signal });
  await expect.poll(free).toBe(MOST - 1);
  services.images = usual;
  leaving.abort();
  await expect(asked).rejects.toThrow();
  // Until this answer the server has noticed that the other connection is closed.
  expect((await server.fetch('/readyz')).status).toBe(200);
  expect(free()).toBe(MOST - 1);
  found.resolve(Readable.from(['the copy']));
  await expect.poll(free).toBe(MOST);
});

test('a download that fails or is refused gives its place back [X1]', async () => {
  const { services } = kindpal;
  const { member, free } = await joinWithArchive();
  const usual = services.images;
  services.images = { ...usual, find: () => Promise.reject(new Error('the store is away')) };
  expect((await server.fetch(ARCHIVE_ADDRESS, { as: member })).status).toBe(500);
  services.images = usual;
  expect(free()).toBe(MOST);
  const all = Array.from({ length: OPEN_LIMITS.archives_at_once }, () =>
    services.limiter.hold('archives_at_once', 'node'),
  );
  const answer = await server.fetch(ARCHIVE_ADDRESS, { as: member });
  expect(await answer.json()).toMatchObject({ data: { limit: 'archives_at_once' } });
  for (const release of all) release();
  expect(free()).toBe(MOST);
});

test('a data export can be downloaded only soon after a proof of identity, even with a stolen session [U10] [X1]', async () => {
  const { browser, member } = await joinWithArchive();
  await kindpal.services.db.pool.query(
    `UPDATE auth.session SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1`,
    [member.id],
  );
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
