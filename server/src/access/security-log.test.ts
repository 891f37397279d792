import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMember, type TestMember } from '../testing/factories.ts';
import { sendBytes } from '../testing/send-bytes.ts';
import { takeAll } from '../testing/take-all.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { LIMITS } from './limits/limits.ts';
import type { SecurityEvent } from './security-log.ts';

let kindpal: TestKindpal;
let server: TestServer;
let logged = '';
beforeAll(async () => {
  const write = (line: string) => {
    logged += line;
  };
  kindpal = await startTestKindpal({ output: { write } });
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});
beforeEach(() => {
  logged = '';
});

/** The lines of the security log. */
const events = () =>
  logged
    .split('\n')
    .filter((line) => line.includes('"log":"security"'))
    .map((line) => JSON.parse(line) as SecurityEvent);
const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, as: Parameters<TestServer['fetch']>[1] = {}) =>
  server.fetch(path, {
    ...as,
    method: 'POST',
    headers: { ...json, ...as?.headers },
    body: JSON.stringify(body),
  });

test('a failed sign-in is recorded, without the address or the password in clear text [U3]', async () => {
  const attempt = (email: string) =>
    post('/auth/v1/token', { grant_type: 'password', email, password: 'Hunter2-planted' });
  await attempt('Rex@Example.org');
  await attempt('rex@example.org');
  await attempt('max@example.org');
  const [first, second, other] = events();
  expect(first).toMatchObject({
    event: 'sign_in_failed',
    call: 'account.token',
    code: 'WRONG_CREDENTIALS',
    member_id: null,
    ip: expect.stringContaining('127.0.0.1'),
  });
  expect(first?.account).toBe(second?.account);
  expect(first?.account).not.toBe(other?.account);
  expect(logged).not.toMatch(/planted|rex@|max@/i);
});

test('refusals are recorded with the member, the call and the limit [S6]', async () => {
  const member = await createMember(kindpal.services.db);
  await server.fetch('/rest/v1/invites');
  await server.fetch('/rest/v1/rpc/list_users', { as: member });
  for (let n = 0; n < LIMITS.search_by_member.points; n += 1) {
    await kindpal.services.limiter.hasRoom('search_by_member', member.id);
  }
  await server.fetch('/rest/v1/jobs?search=a', { as: member });
  await server.fetch('/storage/v1/object/profile-images/pet-images', { method: 'POST', body: 'x' });
  await post('/rest/v1/feedback', {}, { headers: { origin: 'https://evil.example' } });
  await post('/rest/v1/feedback', {}, { as: member, headers: { 'x-kindpal-member': 'another' } });
  expect(
    events().map(({ event, call, member_id, limit }) => [event, call, member_id, limit]),
  ).toEqual([
    ['unauthorized', 'invite.getMine', null, undefined],
    ['forbidden', 'staff.listUsers', member.id, undefined],
    ['rate_limited', 'job.list', member.id, 'search_by_member'],
    ['unauthorized', 'POST /storage/v1/object/profile-images/pet-images', null, undefined],
    ['foreign_origin', 'POST /rest/v1/feedback', null, undefined],
    ['unauthorized', 'POST /rest/v1/feedback', null, undefined],
  ]);
  expect(logged).not.toContain(member.credential.value);
});

test('a role change is recorded with who made it, for which member, and the new role [S3]', async () => {
  const { db } = kindpal.services;
  const chief = await createMember(db, { app_role: 'super_admin' });
  const member = await createMember(db);
  await post('/rest/v1/user_roles', { user_id: member.id, role: 'admin' }, { as: chief });
  expect(events()).toEqual([
    expect.objectContaining({
      event: 'role_changed',
      call: 'staff.setUserRole',
      member_id: chief.id,
      target_id: member.id,
      role: 'admin',
    }),
  ]);
});

test('making a super admin is recorded with who did it [S5]', async () => {
  const { db } = kindpal.services;
  const chief = await createMember(db, { app_role: 'super_admin' });
  const member = await createMember(db);
  await post('/rest/v1/super_admins', { user_id: member.id }, { as: chief });
  expect(events()).toEqual([
    expect.objectContaining({
      event: 'role_changed',
      call: 'staff.createSuperAdmin',
      member_id: chief.id,
      target_id: member.id,
    }),
  ]);
});

const PASSKEYS = '/auth/v1/passkeys/authentication';
const UNKNOWN_PASSKEY = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  clientExtensionResults: {},
};
const wrongPassword = { current_password: 'Wrong-Horse-1', password: 'Battery-Staple-2' };

/** Failed sign-ins by their code, as a visitor or a member sends them. */
const FAILURES: [code: string, fail: (as: TestMember) => Promise<unknown>][] = [
  [
    'WRONG_CREDENTIALS',
    ({ email }) => post('/auth/v1/token', { grant_type: 'password', email, password: 'x' }),
  ],
  [
    'WRONG_PASSWORD',
    (as) =>
      server.fetch('/auth/v1/user', {
        as,
        method: 'PUT',
        headers: json,
        body: JSON.stringify(wrongPassword),
      }),
  ],
  [
    'MFA_VERIFICATION_FAILED',
    (as) => post('/auth/v1/recovery_codes/verify', { code: 'aaaa-aaaa-aaaa-aaaa' }, { as }),
  ],
  ['TOKEN_REFUSED', () => post('/auth/v1/verify', { type: 'magiclink', token: 'guessed' })],
  [
    'PASSKEY_REFUSED',
    async () => {
      const begun = await post(`${PASSKEYS}/options`, {});
      const { challenge_id } = (await begun.json()) as { challenge_id: string };
      const cookie = begun.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
      const headers = { cookie: cookie.join('; ') };
      await post(`${PASSKEYS}/verify`, { challenge_id, credential: UNKNOWN_PASSKEY }, { headers });
    },
  ],
  [
    'WEBAUTHN_CHALLENGE_EXPIRED',
    () => post(`${PASSKEYS}/verify`, { challenge_id: randomUUID(), credential: UNKNOWN_PASSKEY }),
  ],
  ['BAD_CODE_VERIFIER', () => post('/auth/v1/token', { grant_type: 'pkce', auth_code: 'guessed' })],
];

test.each(FAILURES)('%s is a failed sign-in [U3] [U9] [U13]', async (code, fail) => {
  await fail(await createMember(kindpal.services.db));
  expect(events().map(({ event, code }) => [event, code])).toEqual([['sign_in_failed', code]]);
});

test('connections too many are recorded once a minute for each network, and get an answer [X5]', async () => {
  const { limiter } = kindpal.services;
  const port = Number(new URL(server.url).port);
  const release = takeAll(limiter, 'connection_by_ip', '127.0.0.1');
  const answers = await Promise.all(Array.from({ length: 30 }, () => sendBytes(port, '')));
  release();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
  expect(events()).toEqual([
    expect.objectContaining({
      event: 'rate_limited',
      call: 'connection',
      code: 'TOO_MANY_REQUESTS',
      limit: 'connection_by_ip',
      member_id: null,
      ip: expect.stringContaining('127.0.0.1'),
    }),
  ]);
});

test('one attacker cannot fill the log', async () => {
  const most = LIMITS.security_log_by_ip.points;
  for (let n = 0; n < most + 20; n += 1) await server.fetch('/rest/v1/invites');
  expect(events().length).toBeLessThanOrEqual(most);
});

test('a role change is recorded after as many refusals as are, and only if the role changes [S3] [S5]', async () => {
  const { db } = kindpal.services;
  const chief = await createMember(db, { app_role: 'super_admin' });
  const [member, other] = [await createMember(db), await createMember(db)];
  const most = LIMITS.security_log_by_ip.points;
  for (let n = 0; n < most + 5; n += 1) await server.fetch('/rest/v1/invites');
  for (const _ of [1, 2])
    await post('/rest/v1/user_roles', { user_id: member.id, role: 'admin' }, { as: chief });
  await post('/rest/v1/super_admins', { user_id: other.id }, { as: chief });
  await post('/rest/v1/super_admins', { user_id: other.id }, { as: chief });
  const changes = events().filter(({ event }) => event === 'role_changed');
  expect(changes.map(({ call, target_id, role }) => [call, target_id, role])).toEqual([
    ['staff.setUserRole', member.id, 'admin'],
    ['staff.createSuperAdmin', other.id, 'super_admin'],
  ]);
});
