import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember, type TestMember } from '../../testing/factories.ts';
import { sendBytes } from '../../testing/send-bytes.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { sessionCookie, startTestServer, type TestServer } from '../../testing/test-server.ts';

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

const HINT = 'kindpal_signed_in=1';

/** A request with the member’s session cookie; a page that has signed out sends no `hint`. */
function send(
  path: string,
  member: TestMember,
  { site = 'same-origin', hint = '', method = 'GET', body = '{}' } = {},
) {
  const cookie = [sessionCookie(kindpal.services, member), hint].filter(Boolean).join('; ');
  const headers = { cookie, 'sec-fetch-site': site, 'content-type': 'application/json' };
  return server.fetch(path, { method, headers, ...(method === 'GET' ? {} : { body }) });
}
const hasSession = async ({ id }: TestMember) => {
  const { rows } = await kindpal.services.db.drizzle.execute(
    sql`SELECT FROM auth.session WHERE user_id = ${id}`,
  );
  return rows.length > 0;
};

test.each([
  ['reads jobs', '/rest/v1/jobs', 'GET'],
  ['reads the account', '/auth/v1/user', 'GET'],
  ['writes', '/rest/v1/feedback', 'POST'],
  ['opens the live stream', '/realtime/v1', 'GET'],
  ['opens another page', '/about', 'GET'],
  ['fetches the copy of their data', '/storage/v1/archive', 'GET'],
  ['renews the session', '/auth/v1/token', 'POST'],
])(
  'a browser whose page signed out, but every call about it was refused on the way, is a visitor and its session ends when it %s [U6]',
  async (_, path, method) => {
    const member = await createMember(kindpal.services.db);
    const before = await send('/auth/v1/passkeys', member, { hint: HINT });
    expect(before.status).toBe(200);
    const body = path === '/auth/v1/token' ? '{"grant_type":"refresh_token"}' : '{}';
    const answer = await send(path, member, { method, body });
    await answer.body?.cancel();
    const removed = answer.headers.getSetCookie().join('\n');
    expect(removed).toMatch(/kindpal\.session_token=; Max-Age=0/);
    expect(await hasSession(member)).toBe(false);
    expect((await send('/auth/v1/passkeys', member, { hint: HINT })).status).toBe(401);
  },
);

test('signing out everywhere and a file that anybody may store do more and less than that [U6]', async () => {
  const member = await createMember(kindpal.services.db);
  const file = await send('/robots.txt', member);
  expect(file.headers.getSetCookie()).toEqual([]);
  expect(await hasSession(member)).toBe(true);
  await kindpal.asOwner(
    `INSERT INTO auth.session (id, token, user_id, expires_at)
     SELECT gen_random_uuid(), 'another device', user_id, expires_at FROM auth.session
     WHERE user_id = '${member.id}'`,
  );
  const body = JSON.stringify({ scope: 'global' });
  const answer = await send('/auth/v1/logout', member, { method: 'POST', body });
  expect(answer.status).toBe(204);
  expect(await hasSession(member)).toBe(false);
});

test('a typed address is answered as a visitor’s, and ends the session [U6]', async () => {
  const member = await createMember(kindpal.services.db);
  expect((await send('/auth/v1/passkeys', member, { site: 'none' })).status).toBe(401);
  expect(await hasSession(member)).toBe(false);
});

test('another host of the same domain cannot sign a member out with a cookie of the same name [U6]', async () => {
  const member = await createMember(kindpal.services.db);
  const hint = `kindpal_signed_in=0; ${HINT}`;
  expect((await send('/auth/v1/passkeys', member, { hint })).status).toBe(200);
  expect(await hasSession(member)).toBe(true);
});

test('a browser that does not say where a request comes from is recognized by the page it names [U6]', async () => {
  const member = await createMember(kindpal.services.db);
  const { appUrl } = kindpal.services.env;
  const cookie = sessionCookie(kindpal.services, member);
  const ask = (headers: Record<string, string>) =>
    server.fetch('/auth/v1/passkeys', { headers: { cookie, ...headers } });
  expect((await ask({ referer: 'https://elsewhere.example/' })).status).toBe(200);
  expect((await ask({ referer: `${appUrl}/jobs` })).status).toBe(401);
  expect(await hasSession(member)).toBe(false);
});

test('a link on another site does not show the account either [U6]', async () => {
  const member = await createMember(kindpal.services.db);
  const cookie = sessionCookie(kindpal.services, member);
  // Node's own fetch says that it does not navigate.
  const follow = (cookies: string) =>
    sendBytes(
      Number(new URL(server.url).port),
      [
        'GET /auth/v1/user HTTP/1.1',
        'Host: localhost',
        `Cookie: ${cookies}`,
        'Sec-Fetch-Site: cross-site',
        'Sec-Fetch-Mode: navigate',
        '\r\n',
      ].join('\r\n'),
    );
  expect((await follow(`${cookie}; ${HINT}`)).status).toBe(200);
  expect((await follow(cookie)).status).toBe(401);
  expect(await hasSession(member)).toBe(false);
});

test('a browser that says nothing about itself is recognized when it loads a page, and other clients are not [U6]', async () => {
  const member = await createMember(kindpal.services.db);
  const cookie = sessionCookie(kindpal.services, member);
  const load = (accept: string, headers: Record<string, string> = {}) =>
    server.fetch('/about', { headers: { cookie, accept, ...headers } });
  for (const accept of ['*/*', 'application/json', 'image/webp,*/*;q=0.8']) await load(accept);
  const page = 'text/html,application/xhtml+xml,*/*;q=0.8';
  await load(page, { referer: 'https://elsewhere.example/' });
  await load(page, { cookie: `${cookie}; ${HINT}` });
  expect(await hasSession(member)).toBe(true);
  const answer = await load(page);
  expect(answer.headers.getSetCookie().join('\n')).toMatch(/kindpal\.session_token=; Max-Age=0/);
  expect(await hasSession(member)).toBe(false);
});

test('an API client, a request from another site and a session that waits for its second factor keep theirs [U6] [U13]', async () => {
  const member = await createMember(kindpal.services.db);
  for (const site of ['same-site', 'cross-site']) {
    expect((await send('/auth/v1/passkeys', member, { site })).status).toBe(200);
  }
  expect((await server.fetch('/auth/v1/passkeys', { as: member })).status).toBe(200);
  await kindpal.asOwner(
    `UPDATE auth.session SET awaits_factor = true, admits_staff = false WHERE user_id = '${member.id}'`,
  );
  const answer = await send('/auth/v1/passkeys', member);
  expect(answer.status).toBe(403);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await hasSession(member)).toBe(true);
});
