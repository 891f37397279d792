import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { composeServices } from '../../compose.ts';
import type { Services } from '../../services.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { joinKindpal, PASSWORD, TestBrowser } from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { makeFirstKey, rotateSigningKeys, SIGNS_MS } from './key-rotation.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());
afterEach(async () => {
  kindpal.setNow(null);
  await kindpal.services.db.pool.query('DELETE FROM auth.signing_key');
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let start = Date.now();
const setDay = (days: number) => kindpal.setNow(new Date(start + days * DAY_MS));

const listIds = async (services: Services) =>
  (await services.auth.keys.listPublic()).map(({ kid }) => kid).sort();
const sign = (services: Services) =>
  services.auth.keys.sign({
    sub: 'x',
    sid: 'a session',
    expiresAt: new Date(services.clock.now().getTime() + 15 * 60_000),
  });
const keyOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

/** Another node with the same database and clock; of the same community unless told otherwise. */
function startNode({
  secret = kindpal.services.secret,
  appUrl = kindpal.services.env.appUrl,
} = {}) {
  const { log, db, clock } = kindpal.services;
  const env = { ...kindpal.services.env, appUrl };
  const databaseUrl = String(db.pool.options.connectionString);
  return composeServices({ env, log, secret, databaseUrl, now: () => clock.now() });
}

test('a signing key is replaced after 90 days, and removed once nothing it signed is valid [U14]', async () => {
  const { services } = kindpal;
  start = Date.now();
  setDay(0);
  const first = keyOf(await sign(services));
  setDay(88);
  await rotateSigningKeys(services);
  expect(await listIds(services)).toEqual([first]);

  setDay(89.1);
  await rotateSigningKeys(services);
  const published = await listIds(services);
  expect(published).toHaveLength(2);
  expect(keyOf(await sign(services))).toBe(first);

  kindpal.setNow(new Date(start + 90.1 * DAY_MS - 60_000));
  const last = await sign(services);
  expect(keyOf(last)).toBe(first);
  kindpal.setNow(new Date(start + 90.1 * DAY_MS + 60_000));
  const next = await sign(services);
  expect(published).toContain(keyOf(next));
  expect(keyOf(next)).not.toBe(first);
  await rotateSigningKeys(services);
  expect(await services.auth.keys.findSession(last)).toMatchObject({ id: 'a session' });
  const started = await startNode();
  expect(await started.auth.keys.findSession(last)).toMatchObject({ id: 'a session' });
  await started.close();

  kindpal.setNow(new Date(start + 90.1 * DAY_MS + HOUR_MS + 60_000));
  await rotateSigningKeys(services);
  const node = await startNode();
  expect(await listIds(node)).toEqual([keyOf(next)]);
  expect(await node.auth.keys.findSession(last)).toBeNull();
  await node.close();
});

test('a retired key leaves the public keys of a running node [U14]', async () => {
  const { services } = kindpal;
  start = Date.now();
  setDay(0);
  const first = keyOf(await sign(services));
  for (const day of [89.1, 90.2, 90.4]) {
    setDay(day);
    await rotateSigningKeys(services);
  }
  setDay(90.5);
  const ids = await listIds(services);
  expect(ids).toHaveLength(1);
  expect(ids).not.toContain(first);
});

test('forged key ids make a node read its keys once in 10 seconds, not each time [U14]', async () => {
  const { services } = kindpal;
  // Long enough for cached keys of other tests to expire.
  start = Date.now() + HOUR_MS;
  setDay(0);
  const [, claims, signature] = (await sign(services)).split('.');
  const head = { alg: 'ES256', typ: 'JWT', kid: randomUUID() };
  const forged = [Buffer.from(JSON.stringify(head)).toString('base64url'), claims, signature];
  let reads = 0;
  const count = () => {
    reads += 1;
  };
  services.db.pool.on('acquire', count);
  for (const [seconds, most] of [
    [0, 0],
    [9, 0],
    [11, 1],
    [20, 1],
  ] as const) {
    kindpal.setNow(new Date(start + seconds * 1000));
    for (let n = 0; n < 5; n += 1) {
      expect(await services.auth.keys.findSession(forged.join('.'))).toBeNull();
    }
    expect(reads).toBe(most);
  }
  services.db.pool.off('acquire', count);
});

test('ten nodes that rotate or start at the same time make one key [U14]', async () => {
  const { services } = kindpal;
  start = Date.now();
  const count = async () =>
    (await services.db.pool.query('SELECT 1 FROM auth.signing_key')).rows.length;
  const { db, secret } = services;
  const atOnce = (work: () => Promise<void>) => Promise.all(Array.from({ length: 10 }, work));
  await atOnce(() => makeFirstKey({ db, secret, now: () => new Date() }));
  expect(await count()).toBe(1);
  kindpal.setNow(new Date(Date.now() + SIGNS_MS));
  await atOnce(() => rotateSigningKeys(services));
  expect(await count()).toBe(2);
});

test('a new secret ends every session: cookies, refresh tokens, and access tokens signed before [U7] [U14]', async () => {
  const { services } = kindpal;
  const { browser, email } = await joinKindpal(services);
  const client = new TestBrowser(services);
  const input = { grant_type: 'password' as const, email, password: PASSWORD, return_tokens: true };
  const session = await client.send((api) => api.account.token(input));
  const oldKeys = await listIds(services);

  const node = await startNode({
    secret: 'another secret, which is just as long as it has to be',
  });
  const later = (given: Partial<TestBrowser>) => Object.assign(new TestBrowser(node), given);
  const cookies = later({ cookies: browser.cookies });
  expect(await cookies.send((api) => api.account.getSession())).toEqual({ session: null });
  const bearer = later({ bearer: session.access_token ?? '' });
  expect(await refusalOf(bearer.send((api) => api.account.getUser()))).toBe('UNAUTHORIZED');
  const refresh_token = session.refresh_token ?? '';
  const renewed = later({}).send((api) =>
    api.account.token({ grant_type: 'refresh_token', refresh_token }),
  );
  expect(await refusalOf(renewed)).toBe('SESSION_ENDED');

  const again = await later({}).send((api) => api.account.token(input));
  const newKeys = await listIds(node);
  expect(newKeys).toEqual([keyOf(again.access_token ?? '')]);
  expect(newKeys).not.toEqual(oldKeys);
  await node.close();
});

test('an access token that a copy of the community at another address signed with the same key is refused [U14]', async () => {
  const node = await startNode();
  const copy = await startNode({ appUrl: 'https://copy.example' });
  const token = await sign(copy);
  expect(await copy.auth.keys.findSession(token)).toMatchObject({ id: 'a session' });
  expect(await listIds(node)).toEqual([keyOf(token)]);
  expect(await node.auth.keys.findSession(token)).toBeNull();
  await copy.close();
  await node.close();
});

test('an API client whose token is refused is told what is wrong with its signature [U14]', async () => {
  const { services } = kindpal;
  const server = await startTestServer(kindpal);
  // Long enough for cached keys of other tests to expire.
  kindpal.setNow(new Date(Date.now() + HOUR_MS));
  const { email } = await joinKindpal(services);
  const client = new TestBrowser(services);
  const input = { grant_type: 'password' as const, email, password: PASSWORD, return_tokens: true };
  const { access_token } = await client.send((api) => api.account.token(input));
  const ask = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await server.fetch('/auth/v1/user', { headers });
    return [response.status, ((await response.json()) as { detail?: string }).detail];
  };
  const [head, claims, signature = ''] = (access_token ?? '').split('.');
  expect(await ask(`${head}.${claims}.${signature}`)).toEqual([200, undefined]);
  for (const forged of [
    `${head}.${claims}.${signature.split('').reverse().join('')}`,
    `${head}.${Buffer.from('{"sub":"x"}').toString('base64url')}.${signature}`,
    'eyJhbGciOiJub25lIn0.e30.',
    'nonsense',
  ]) {
    expect(await ask(forged), forged).toEqual([401, 'Invalid JWT signature']);
  }
  kindpal.setNow(new Date(Date.now() + 2 * HOUR_MS));
  const renew = 'Please sign in to continue.';
  expect(await ask(`${head}.${claims}.${signature}`)).toEqual([401, renew]);
  await services.db.pool.query('DELETE FROM auth.signing_key');
  kindpal.setNow(new Date(Date.now() + 3 * HOUR_MS));
  expect(await ask('nonsense')).toEqual([401, 'JWKS is empty']);
  await server.close();
});
