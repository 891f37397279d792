import { createHash, createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '../../db/schema/member.ts';
import { errorOf, refusalOf } from '../../testing/refusal-of.ts';
import { joinKindpal, PASSWORD, TestBrowser } from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { createAuth } from '../auth.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const grant = (email: string, password = PASSWORD, return_tokens = false) => ({
  grant_type: 'password' as const,
  email,
  password,
  return_tokens,
});

function signIn(input: ReturnType<typeof grant>, browser = new TestBrowser(kindpal.services)) {
  return browser.send((api) => api.account.token(input));
}

test('a member signs in with any spelling of the address, and the time is recorded [U3]', async () => {
  const { id, email } = await joinKindpal(kindpal.services);
  const { drizzle } = kindpal.services.db;
  await drizzle.update(users).set({ last_sign_in_at: null }).where(eq(users.id, id));
  const browser = new TestBrowser(kindpal.services);
  const session = await signIn(grant(` ${email.toUpperCase()} `), browser);
  expect(session.user.id).toBe(id);
  const [member] = await drizzle.select().from(users).where(eq(users.id, id));
  expect(member?.last_sign_in_at).toBeInstanceOf(Date);
});

test('a browser holds its session in a cookie that scripts cannot read [U7]', async () => {
  const { browser } = await joinKindpal(kindpal.services);
  const [session = '', hint = ''] = browser.received;
  expect(session).toMatch(/^kindpal\.session_token=/);
  expect(session).toMatch(/; Max-Age=2592000;.*HttpOnly.*SameSite=Lax/);
  expect(session).not.toContain('Secure');
  expect(hint).toBe('kindpal_signed_in=1; Max-Age=2592000; Path=/; SameSite=Lax');
});

test('a member who signs in where another one is still signed in ends that session, and its push messages [U6] [P10]', async () => {
  const { services } = kindpal;
  const [first, second] = [await joinKindpal(services), await joinKindpal(services)];
  const { browser } = first;
  const endpoint = 'https://push.example/shared-browser';
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
  await services.db.pool.query(
    `INSERT INTO push_subscriptions (member_id, session_id, endpoint, p256dh, auth)
     SELECT user_id, id, $2, $3, $4 FROM auth.session WHERE user_id = $1`,
    [first.id, endpoint, keys.p256dh, keys.auth],
  );
  const elsewhere = new TestBrowser(services);
  await signIn(grant(first.email), elsewhere);
  const { user } = await signIn(grant(second.email), browser);
  expect(user.id).toBe(second.id);
  const { rows } = await services.db.pool.query(
    'SELECT session_id FROM push_subscriptions WHERE endpoint = $1',
    [endpoint],
  );
  expect(rows).toEqual([{ session_id: null }]);
  // Their other devices stay signed in.
  expect(await elsewhere.send((api) => api.account.getUser())).toMatchObject({ id: first.id });
  const sessions = await services.db.pool.query(
    'SELECT count(*)::int AS count FROM auth.session WHERE user_id = ANY ($1::uuid[])',
    [[first.id, second.id]],
  );
  // The second one joined in a browser of their own.
  expect(sessions.rows).toEqual([{ count: 3 }]);
});

test('over https the cookies are only ever sent over https [U7]', () => {
  const { services } = kindpal;
  const env = { ...services.env, appUrl: 'https://kindpal.example' };
  const { cookie } = createAuth({ ...services, env, now: () => new Date() });
  expect(cookie).toMatchObject({ name: '__Host-kindpal.session_token', secure: true });
});

test('a session and a reset link issued by an earlier release still work [U5] [U7]', async () => {
  const { services } = kindpal;
  const { id } = await joinKindpal(services);
  // In the format of better-auth 1.7: a random token, signed for the cookie; a link found by its
  // hash.
  const token = 'k3Jd9sLw0aQz7XvB2nMfR5tYc8HuEp1G';
  await kindpal.asOwner(`INSERT INTO auth.session (token, user_id, expires_at)
    VALUES ('${token}', '${id}', now() + interval '3 days')`);
  const browser = new TestBrowser(services);
  browser.cookies.set(
    'kindpal.session_token',
    encodeURIComponent(
      `${token}.${createHmac('sha256', services.secret).update(token).digest('base64')}`,
    ),
  );
  expect(await browser.send((api) => api.account.getUser())).toMatchObject({ id });
  const identifier = createHash('sha256').update('reset-password:aB3').digest('base64url');
  await kindpal.asOwner(`INSERT INTO auth.verification (identifier, value, expires_at)
    VALUES ('${identifier}', '${id}', now() + interval '20 minutes')`);
  const reset = { type: 'recovery' as const, token: 'aB3', password: 'Battery-Staple-2' };
  const { session } = await browser.send((api) => api.account.verify(reset));
  expect(session?.user.id).toBe(id);
});

test('an unknown address and a wrong password get the same answer after the same work [U3]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const fastest = { known: Infinity, unknown: Infinity };
  for (let round = 0; round < 4; round += 1) {
    for (const [who, address] of [
      ['known', email],
      ['unknown', 'nobody@example.org'],
    ] as const) {
      const start = performance.now();
      const refused = await errorOf(signIn(grant(address, 'Wrong-Horse-1')));
      fastest[who] = Math.min(fastest[who], performance.now() - start);
      expect(refused).toMatchObject({ code: 'WRONG_CREDENTIALS', data: undefined });
    }
  }
  expect(fastest.unknown).toBeGreaterThan(fastest.known / 3);
  expect(fastest.known).toBeGreaterThan(fastest.unknown / 3);
});

test('any input as address or password is answered as a wrong one [U3]', async () => {
  for (const [email, password] of [
    ['not an address', PASSWORD],
    ['nobody@example.org', 'x'.repeat(1000)],
    ["' or 1=1 --", "' or 1=1 --"],
  ] as const) {
    expect(await refusalOf(signIn(grant(email, password)))).toBe('WRONG_CREDENTIALS');
  }
});

test('a suspended member cannot sign in, and their open session has ended [U3]', async () => {
  const { id, email, browser } = await joinKindpal(kindpal.services);
  const { drizzle } = kindpal.services.db;
  await drizzle.update(users).set({ suspended_at: new Date() }).where(eq(users.id, id));
  expect(await refusalOf(signIn(grant(email)))).toBe('WRONG_CREDENTIALS');
  expect(await refusalOf(browser.send((api) => api.account.getUser()))).toBe('UNAUTHORIZED');
});

test('an API client gets tokens in the body, no cookie, and its token verifies with the public keys [U7] [U14]', async () => {
  const { id, email } = await joinKindpal(kindpal.services);
  const client = new TestBrowser(kindpal.services);
  const session = await signIn(grant(email, PASSWORD, true), client);
  expect(client.received).toEqual([]);
  expect(session.refresh_token).toMatch(/^[\w-]{43}$/);

  const { keys } = await client.send((api) => api.account.listKeys());
  expect(JSON.stringify(keys)).not.toContain('"d"');
  const jwks = createLocalJWKSet({ keys } as JSONWebKeySet);
  const { payload } = await jwtVerify(session.access_token ?? '', jwks, {
    issuer: kindpal.services.env.appUrl,
  });
  expect(payload.sub).toBe(id);
  expect(payload.exp).toBe(session.expires_at);

  client.bearer = session.access_token ?? '';
  expect((await client.send((api) => api.account.getUser())).id).toBe(id);
  const { session: again } = await client.send((api) => api.account.getSession());
  expect(again).toMatchObject({ access_token: null, expires_at: session.expires_at });
});

test('a visitor without a session gets an answer without an error [U7]', async () => {
  const visitor = new TestBrowser(kindpal.services);
  expect(await visitor.send((api) => api.account.getSession())).toEqual({ session: null });
  expect(visitor.received).toEqual([]);
});
