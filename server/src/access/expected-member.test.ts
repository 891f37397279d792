import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authSession } from '../db/schema/account.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
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

const member = () => createMember(kindpal.services.db);

/** Sends a message with the cookie of one member, from the page of another. */
const say = (to: TestMember, { page, cookie }: { page: { id: string }; cookie: TestMember }) =>
  server.fetch('/rest/v1/conversation_messages', {
    method: 'POST',
    as: cookie,
    headers: { 'content-type': 'application/json', 'x-kindpal-member': page.id },
    body: JSON.stringify({ member_id: to.id, client_id: randomUUID(), content: 'Hello' }),
  });

test('what a member wrote is not sent in the name of the next who signed in to the same browser [M2 U6]', async () => {
  const [first, next, friend] = [await member(), await member(), await member()];
  // The server does not know the cookie at first, and then does.
  for (const _ of [1, 2]) {
    const refused = await say(friend, { page: first, cookie: next });
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
    expect((await server.fetch('/rest/v1/pet_profiles', { as: next })).status).toBe(200);
  }
  expect((await say(friend, { page: next, cookie: next })).status).toBe(201);
  const { items } = await kindpal.callerFor(friend).chat.listDirectMessages({ member_id: next.id });
  expect(items).toHaveLength(1);
});

test('nor once the session of the first has ended, before the next one’s page has loaded [M2 U6]', async () => {
  const [next, friend] = [await member(), await member()];
  const refused = await say(friend, { page: { id: 'visitor' }, cookie: next });
  expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
});

const CHANGES = [
  ['enrolls an app', 'POST', '/auth/v1/factors', { factor_type: 'totp' }],
  ['adds a passkey', 'POST', '/auth/v1/passkeys/registration/options', {}],
  ['asks for the deletion of the account', 'POST', '/auth/v1/deletion', { password: PASSWORD }],
  ['asks for a copy of the data', 'POST', '/auth/v1/archive', {}],
  [
    'changes the password',
    'PUT',
    '/auth/v1/user',
    { password: 'New-Horse-22', current_password: PASSWORD },
  ],
  ['adds a pet', 'POST', '/rest/v1/pet_profiles', { name: 'Rex', breed: 'Beagle' }],
] as const;

test.each(CHANGES)(
  'a page that shows another member %s in nobody’s name [U6]',
  async (_, method, path, body) => {
    const [first, next] = [await member(), await member()];
    const change = async (page: TestMember) => {
      const headers = { 'content-type': 'application/json', 'x-kindpal-member': page.id };
      const init = { method, as: next, headers, body: JSON.stringify(body) };
      const answer = (await (await server.fetch(path, init)).json()) as { code?: string };
      return answer.code;
    };
    expect(await change(first)).toBe('UNAUTHORIZED');
    expect(await change(next)).not.toBe('UNAUTHORIZED');
  },
);

test('a page that shows another member connects no account of an outside provider [U6] [U12]', async () => {
  const [first, next] = [await member(), await member()];
  const link = (page: TestMember) =>
    server.fetch('/auth/v1/user/identities/authorize?provider=northside&redirect_to=/security', {
      as: next,
      headers: { 'x-kindpal-member': page.id },
    });
  expect((await link(first)).status).toBe(401);
  expect((await link(next)).status).toBe(404);
});

test('a picture is not stored for the next member who signed in to the same browser [U6] [X5]', async () => {
  const { default: sharp } = await import('sharp');
  const create = { width: 30, height: 20, channels: 3 as const, background: '#c84' };
  const body = new Uint8Array(await sharp({ create }).png().toBuffer());
  const [first, next] = [await member(), await member()];
  const upload = (page: TestMember) =>
    server.fetch('/storage/v1/object/profile-images/profile', {
      method: 'POST',
      as: next,
      headers: { 'x-kindpal-member': page.id },
      body,
    });
  const refused = await upload(first);
  expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
  expect((await upload(next)).status).toBe(201);
});

test('the next member signs in and out from a page that still shows the first [U3] [U6]', async () => {
  const [first, next] = [await member(), await member()];
  const { email } = await joinKindpal(kindpal.services);
  const headers = { 'content-type': 'application/json', 'x-kindpal-member': first.id };
  const body = { grant_type: 'password', email, password: PASSWORD };
  const send = (path: string, sent: object) =>
    server.fetch(path, { method: 'POST', as: next, headers, body: JSON.stringify(sent) });
  expect((await send('/auth/v1/token', body)).status).toBe(200);
  expect((await send('/auth/v1/logout', {})).status).toBe(204);
});

test.each(['others', 'global'])(
  'signing out %s from a page that still shows the first ends no session of the next [U6]',
  async (scope) => {
    const { services } = kindpal;
    const [first, next] = [await member(), await member()];
    const elsewhere = { id: randomUUID(), token: randomUUID(), userId: next.id };
    const expiresAt = new Date(Date.now() + 3_600_000);
    await services.db.drizzle.insert(authSession).values({ ...elsewhere, expiresAt });
    const countSessions = () =>
      services.db.drizzle.$count(authSession, eq(authSession.userId, next.id));
    const signOut = (page: string) =>
      server.fetch('/auth/v1/logout', {
        method: 'POST',
        as: next,
        headers: { 'content-type': 'application/json', 'x-kindpal-member': page },
        body: JSON.stringify({ scope }),
      });
    for (const page of [first.id, 'visitor']) {
      const refused = await signOut(page);
      expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
      expect(refused.headers.getSetCookie()).toEqual([]);
    }
    expect(await countSessions()).toBe(2);
    expect((await signOut(next.id)).status).toBe(204);
    expect(await countSessions()).toBe(scope === 'others' ? 1 : 0);
  },
);

/** Reads a member's profile, which everybody may, on a page that shows `page`. */
const readProfile = ({ id }: TestMember, page: string, as: TestMember | null) =>
  server.fetch(`/rest/v1/users/${id}`, { as, headers: { 'x-kindpal-member': page } });

test('a page of a member gets no visitor’s or other member’s answer once their session has ended [U7]', async () => {
  const [first, next] = [await member(), await member()];
  const own = await readProfile(first, first.id, first);
  expect(await own.json()).toMatchObject({ view: 'self' });
  expect((await readProfile(first, 'visitor', null)).status).toBe(200);
  expect((await readProfile(first, 'visitor', next)).status).toBe(200);

  expect((await readProfile(first, first.id, next)).status).toBe(401);
  expect((await readProfile(first, first.id, null)).status).toBe(401);
  await kindpal.services.db.pool.query('DELETE FROM auth.session WHERE user_id = $1', [first.id]);
  expect((await readProfile(first, first.id, first)).status).toBe(401);
});

test('a page learns that its session has ended or is somebody else’s [U7]', async () => {
  const [first, next] = [await member(), await member()];
  for (const as of [null, next]) {
    const headers = { 'x-kindpal-member': first.id };
    const asked = await server.fetch('/auth/v1/session', { as, headers });
    expect(asked.status).toBe(200);
    const { session } = (await asked.json()) as { session: { user: { id: string } } | null };
    expect(session?.user.id).toBe(as?.id);
  }
});
