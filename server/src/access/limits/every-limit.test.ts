import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { ARCHIVE_ADDRESS } from '@kindpal/contract/archive/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataArchive } from '../../db/schema/deletion.ts';
import { createImageEncoder } from '../../file/image-encoder.ts';
import {
  createClaim,
  createJob,
  createMember,
  jobForm,
  type TestMember,
} from '../../testing/factories.ts';
import { untilLockWaits } from '../../testing/lock-waits.ts';
import { takeAll } from '../../testing/take-all.ts';
import {
  confirmAddress,
  joinKindpal,
  linkParameter,
  PASSWORD,
  readMailbox,
  signUpForm,
  TestBrowser,
} from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { sessionCookie, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { TIMEOUTS } from '../../timeouts.ts';
import { LIMITS, type LimitName, OPEN_LIMITS, type OpenLimitName } from './limits.ts';
import { keyOf } from './session-members.ts';

let kindpal: TestKindpal;
let server: TestServer;
let member: TestMember;
let staff: TestMember;
let other: TestMember;
/** The token of a reset link of the member who joined. */
let reset: string;
let joined: { browser: TestBrowser; id: string; email: string };
beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
  const { db } = kindpal.services;
  [member, other] = [await createMember(db), await createMember(db)];
  staff = await createMember(db, { app_role: 'admin' });
  joined = await joinKindpal(kindpal.services);
  await confirmAddress(kindpal.services, joined.email);
  await new TestBrowser(kindpal.services).send((api) =>
    api.account.recover({ email: joined.email }),
  );
  const [mail] = await readMailbox(kindpal.services, joined.email);
  reset = linkParameter(mail, 'access_token');
  const made = new Date();
  const archive = { userId: member.id, id: randomUUID(), askedAt: made, readyAt: made, bytes: 7 };
  await db.drizzle.insert(dataArchive).values(archive);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

const HERE = '127.0.0.1';
const CODE = 'AAAA-AAAA-AAAA';
const PICTURES = '/storage/v1/object/profile-images/pet-images';
/** The first bytes of a PNG. */
const PNG_HEAD = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function send(method: string, path: string, body?: unknown, as: TestMember | null = null) {
  const headers = { 'content-type': 'application/json' };
  return server.fetch(path, {
    method,
    as,
    ...(body === undefined ? {} : { headers, body: JSON.stringify(body) }),
  });
}
const post = (path: string, body: unknown, as?: TestMember) => send('POST', path, body, as);

/** Makes a call as the member who joined with a password, in the browser where they joined. */
function sendJoined(method: string, path: string, body: unknown) {
  const cookie = [...joined.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'content-type': 'application/json' };
  return server.fetch(path, { method, headers, body: JSON.stringify(body) });
}

type Told = { key: () => string; ask: () => Promise<Response> };
type Untold = { queues: string; asks: () => Promise<Response> };
/** For limits tested elsewhere: they are no counters, or need more than one call. */
type Elsewhere = { elsewhere: string };

/** How to reach each limit. A new limit does not compile without an entry here. */
const ROWS: Record<LimitName, Told | Untold | Elsewhere> = {
  sign_in_by_ip: {
    key: () => HERE,
    ask: () =>
      post('/auth/v1/token', { grant_type: 'password', email: 'a@example.org', password: 'x' }),
  },
  passkey_by_ip: {
    key: () => HERE,
    ask: () => post('/auth/v1/passkeys/authentication/options', {}),
  },
  sso_by_ip: {
    key: () => HERE,
    ask: () => post('/auth/v1/token', { grant_type: 'pkce', auth_code: 'x' }),
  },
  sign_up_by_ip: { key: () => HERE, ask: () => post('/auth/v1/signup', signUpForm(CODE)) },
  join_by_ip: { elsewhere: 'account/sign-up/sign-up.test.ts' },
  invite_check_by_ip: {
    key: () => HERE,
    ask: () => post('/rest/v1/rpc/check_invite_code', { code: CODE }),
  },
  recover_by_ip: {
    key: () => HERE,
    ask: () => post('/auth/v1/recover', { email: 'a@example.org' }),
  },
  reset_mail_by_address: {
    queues: 'send_reset_link',
    asks: () => post('/auth/v1/recover', { email: member.email }),
  },
  known_reset_mail_by_address: {
    queues: 'send_reset_link',
    asks: () => sendJoined('POST', '/auth/v1/recover', { email: joined.email }),
  },
  code_by_ip: {
    key: () => HERE,
    ask: () => post('/auth/v1/otp', { email: 'a@example.org' }),
  },
  code_mail_by_address: {
    queues: 'send_sign_in_code',
    asks: () => post('/auth/v1/otp', { email: member.email }),
  },
  known_code_mail_by_address: {
    queues: 'send_sign_in_code',
    asks: () => sendJoined('POST', '/auth/v1/otp', { email: joined.email }),
  },
  code_guess_by_address: {
    key: () => 'guessed@example.org',
    ask: () =>
      post('/auth/v1/verify', { type: 'email', email: 'guessed@example.org', token: '123456' }),
  },
  known_code_guess_by_address: {
    key: () => joined.email,
    ask: () =>
      sendJoined('POST', '/auth/v1/verify', {
        type: 'email',
        email: joined.email,
        token: '123456',
      }),
  },
  sms_by_ip: { key: () => HERE, ask: () => post('/auth/v1/otp', { phone: '+12015550123' }) },
  sms_by_number: {
    queues: 'text_code',
    asks: () => post('/auth/v1/otp', { phone: '+12015550124' }),
  },
  reset_by_member: {
    key: () => joined.id,
    ask: () =>
      post('/auth/v1/verify', { type: 'recovery', token: reset, password: 'Battery-Staple-2' }),
  },
  start_by_member: { elsewhere: 'account/sign-in/lockout.test.ts' },
  sms_a_day_by_number: { elsewhere: 'sms/sms.test.ts' },
  known_sms_by_number: { elsewhere: 'sms/sms.test.ts' },
  known_sms_a_day_by_number: { elsewhere: 'sms/sms.test.ts' },
  verify_sms_by_number: {
    key: () => '+12015550127',
    ask: () => send('PUT', '/auth/v1/user', { phone: '+12015550127' }, other),
  },
  verify_sms_a_day_by_number: {
    key: () => '+12015550128',
    ask: () => send('PUT', '/auth/v1/user', { phone: '+12015550128' }, other),
  },
  sms_by_member: {
    key: () => joined.id,
    ask: () => sendJoined('PUT', '/auth/v1/user', { phone: '+12015550125' }),
  },
  sms_a_day_by_member: {
    key: () => member.id,
    ask: () => send('PUT', '/auth/v1/user', { phone: '+12015550126' }, member),
  },
  sms_by_instance: { elsewhere: 'sms/sms.test.ts' },
  failure_mail_by_address: { elsewhere: 'account/sign-in/lockout.test.ts' },
  account_link_by_member: { elsewhere: 'moderation/suspended-account.test.ts' },
  email_change_mail_by_member: { elsewhere: 'account/email/email-change.test.ts' },
  verify_by_ip: {
    key: () => HERE,
    ask: () => post('/auth/v1/verify', { type: 'email_change', token: 'x' }),
  },
  password_by_session: {
    key: () => member.session_id,
    ask: () => send('PUT', '/auth/v1/user', { current_password: 'x', password: PASSWORD }, member),
  },
  password_change_by_member: {
    key: () => joined.id,
    ask: () =>
      sendJoined('PUT', '/auth/v1/user', {
        current_password: PASSWORD,
        password: 'Battery-Staple-2',
      }),
  },
  reauthentication_by_member: {
    key: () => member.id,
    ask: () => send('GET', '/auth/v1/reauthenticate', undefined, member),
  },
  email_change_by_member: {
    key: () => joined.id,
    ask: () =>
      sendJoined('PUT', '/auth/v1/user', { email: 'n@example.org', current_password: PASSWORD }),
  },
  email_change_mail_by_address: { elsewhere: 'account/email/email-change.test.ts' },
  setup_token_by_member: {
    key: () => member.id,
    ask: () => post('/rest/v1/super_admins', { user_id: member.id, setup_token: 'x' }, member),
  },
  switch_role_by_member: {
    key: () => member.id,
    ask: () => post('/rest/v1/rpc/switch_user_role', { new_role: 'pet_owner' }, member),
  },
  replace_invite_by_member: {
    key: () => member.id,
    ask: () => post('/rest/v1/rpc/replace_invite_code', undefined, member),
  },
  new_conversation_by_member: { elsewhere: 'chat/direct-chat.test.ts' },
  message_by_member: { key: () => member.id, ask: say },
  message_a_day_by_member: { key: () => staff.id, ask: () => say(staff) },
  job_by_member: { key: () => member.id, ask: () => post('/rest/v1/jobs', jobForm(), member) },
  search_by_member: {
    key: () => member.id,
    ask: () => send('GET', '/rest/v1/jobs?search=dog', undefined, member),
  },
  search_by_ip: { key: () => HERE, ask: () => send('GET', '/rest/v1/users?search=dog') },
  release_by_member: { elsewhere: 'claim/claim-job.test.ts' },
  claimed_pet_by_member: { elsewhere: 'claim/claim-job.test.ts' },
  undo_by_member: {
    key: () => member.id,
    ask: async () => {
      const { db } = kindpal.services;
      const job = await createJob(db, { owner_id: other.id });
      await createClaim(db, { job, sitter_id: member.id, status: 'in_progress' });
      return post('/rest/v1/rpc/move_job', { job_id: job.id, action: 'undo_start' }, member);
    },
  },
  identity_request_by_member: {
    key: () => member.id,
    ask: () => post('/rest/v1/rpc/request_identity_check', undefined, member),
  },
  change_by_member: {
    key: () => other.id,
    ask: () => send('PATCH', `/rest/v1/users/${other.id}`, { bio: 'Hello' }, other),
  },
  change_by_session: {
    key: () => keyOf(other.credential),
    ask: () => send('PUT', '/auth/v1/user', { data: { full_name: 'Robin Vale' } }, other),
  },
  renewal_by_ip: {
    key: () => HERE,
    ask: () => post('/auth/v1/token', { grant_type: 'refresh_token', refresh_token: 'unknown' }),
  },
  renewal_by_session: { elsewhere: 'account/session/refresh-session.test.ts' },
  security_log_by_ip: { elsewhere: 'access/security-log.test.ts' },
  refused_connection_by_ip: { elsewhere: 'access/security-log.test.ts' },
  newsletter_by_ip: {
    key: () => HERE,
    ask: () => post('/rest/v1/newsletter_subscriptions', { email: 'a@example.org' }),
  },
  newsletter_by_address: {
    queues: 'send_mail',
    asks: () => post('/rest/v1/newsletter_subscriptions', { email: 'news@example.org' }),
  },
  waitlist_by_ip: {
    key: () => HERE,
    ask: () => post('/rest/v1/waitlist_entries', { email: 'a@example.org', full_name: 'Robin' }),
  },
  waitlist_by_address: {
    queues: 'send_mail',
    asks: () => post('/rest/v1/waitlist_entries', { email: 'w@example.org', full_name: 'Robin' }),
  },
  feedback_by_ip: {
    key: () => HERE,
    ask: () => post('/rest/v1/feedback', { message: 'Thank you for everything' }),
  },
  push_by_member: {
    key: () => member.id,
    ask: () =>
      post(
        '/rest/v1/push_subscriptions',
        {
          endpoint: 'https://push.example.org/device',
          keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
        },
        member,
      ),
  },
  busy_calendar_by_member: {
    key: () => member.id,
    ask: () => {
      const body = { url: 'https://calendar.example.org/mine.ics' };
      return send('PUT', '/rest/v1/busy_calendar', body, member);
    },
  },
  test_notification_by_member: {
    key: () => member.id,
    ask: () => post('/rest/v1/rpc/send_test_notification', undefined, member),
  },
  staff_mail_by_member: {
    key: () => staff.id,
    ask: () => post('/rest/v1/rpc/invite_from_waitlist', { id: randomUUID() }, staff),
  },
  report_by_member: {
    key: () => member.id,
    ask: () =>
      post(
        '/rest/v1/reports',
        { subject_type: 'profile', subject_id: staff.id, reason: 'other' },
        member,
      ),
  },
  upload_by_member: { key: () => member.id, ask: sendPicture },
  upload_by_ip: { key: () => HERE, ask: sendPicture },
};

function sendPicture() {
  return server.fetch(PICTURES, { method: 'POST', as: member, body: new Uint8Array(16) });
}

function say(as = member) {
  const body = { member_id: other.id, content: 'Hello', client_id: randomUUID() };
  return post('/rest/v1/conversation_messages', body, as);
}

/** Uses up a limit; eight at a time, because most counters are in the database. */
async function useUp(rule: LimitName, key: string): Promise<void> {
  let left: number = LIMITS[rule].points;
  const { limiter } = kindpal.services;
  const use = async () => {
    while (left-- > 0) await limiter.hasRoom(rule, key);
  };
  await Promise.all(Array.from({ length: 8 }, use));
}

async function countQueued(task: string): Promise<number> {
  const { rows } = await kindpal.services.db.pool.query<{ queued: number }>(
    'SELECT count(*)::int AS queued FROM graphile_worker.jobs WHERE task_identifier = $1',
    [task],
  );
  return rows[0]?.queued ?? 0;
}

const names = Object.keys(ROWS) as LimitName[];
const told = names.filter((name) => 'ask' in ROWS[name]);
const untold = names.filter((name) => 'asks' in ROWS[name]);

// First, before the other tests use up the limits of this network.
describe('a limit that must stay invisible', () => {
  it.each(untold)('%s: everybody gets the same answer, and nothing more is sent', async (name) => {
    const { queues, asks } = ROWS[name] as Untold;
    const before = await countQueued(queues);
    const statuses: number[] = [];
    for (let n = 0; n < LIMITS[name].points + 2; n += 1) statuses.push((await asks()).status);
    expect(new Set(statuses).size).toBe(1);
    expect(statuses[0]).toBeLessThan(300);
    expect((await countQueued(queues)) - before).toBe(LIMITS[name].points);
  });
});

/** The encoder's queue counts the waiting pictures. */
type QueueLimit = 'images_at_once' | 'images_at_once_by_member';
/** A queue in which this limit is reached. */
const FULL_QUEUES: Record<QueueLimit, Parameters<typeof createImageEncoder>[0]> = {
  images_at_once: { waiting: 0 },
  images_at_once_by_member: { share: 0 },
};

describe('a full queue of pictures', () => {
  it.each(Object.keys(FULL_QUEUES) as QueueLimit[])(
    '%s: one picture too many for the encoder is refused by name [X5]',
    async (name) => {
      const { services } = kindpal;
      const usual = services.encoder;
      services.encoder = createImageEncoder(FULL_QUEUES[name]);
      const as = await createMember(services.db);
      const answer = await server.fetch(PICTURES, { method: 'POST', as, body: PNG_HEAD });
      services.encoder = usual;
      expect([answer.status, await answer.json()]).toMatchObject([
        429,
        { code: 'TOO_MANY_REQUESTS', data: { limit: name } },
      ]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );
});

describe('a limit that is reached', () => {
  it.each(told)('%s is named, with the time to wait', async (name) => {
    const { key, ask } = ROWS[name] as Told;
    await useUp(name, key());
    const answer = await ask();
    const { code, data } = (await answer.json()) as {
      code: string;
      data: { limit: string; retry_after_seconds: number };
    };
    expect([name, answer.status, code, data.limit]).toEqual([name, 429, 'TOO_MANY_REQUESTS', name]);
    expect(data.retry_after_seconds).toBeGreaterThan(0);
    expect(answer.headers.get('retry-after')).toBe(String(data.retry_after_seconds));
  });
});

/** Opens one more of a limited thing on its own connection, and the key it is counted under. */
const OPEN_ROWS: Record<
  Exclude<OpenLimitName, QueueLimit>,
  { key: () => string; ask: () => string }
> = {
  stream_by_member: { key: () => member.id, ask: () => head('GET /realtime/v1', member) },
  stream_by_ip: { key: () => HERE, ask: () => head('GET /realtime/v1') },
  image_by_ip: {
    key: () => HERE,
    ask: () => head('GET /storage/v1/object/public/profile-images/a.webp'),
  },
  archive_by_member: { key: () => member.id, ask: () => head(`GET ${ARCHIVE_ADDRESS}`, member) },
  archives_at_once: { key: () => 'node', ask: () => head(`GET ${ARCHIVE_ADDRESS}`, member) },
  uploads_at_once_by_member: {
    key: () => member.id,
    ask: () => `${head(`POST ${PICTURES}`, member, 'Content-Length: 9000')}some of it`,
  },
  body_kb_by_ip: {
    key: () => HERE,
    ask: () => `${head('POST /rest/v1/feedback', null, 'Content-Length: 9000')}{"message":`,
  },
  connection_by_ip: { key: () => HERE, ask: () => 'G' },
};

function head(line: string, as: TestMember | null = null, ...more: string[]): string {
  const cookie = as ? [`Cookie: ${sessionCookie(kindpal.services, as)}`] : [];
  return [`${line} HTTP/1.1`, 'Host: x', ...cookie, ...more, '', ''].join('\r\n');
}

/** The server's first answer to these bytes, which are not a complete request. */
async function sayFirst(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  const [said] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return said.toString();
}

describe('the limit on what one member or network may have open at a time', () => {
  it.each(Object.keys(OPEN_ROWS) as (keyof typeof OPEN_ROWS)[])(
    '%s: one more is refused by name without waiting, and there is room again afterwards [X5]',
    async (name) => {
      const { key, ask } = OPEN_ROWS[name];
      const release = takeAll(kindpal.services.limiter, name, key());
      const said = await sayFirst(ask());
      const taken = release();
      expect(said).toMatch(/^HTTP\/1.1 429 /);
      expect(said.toLowerCase()).toMatch(/\r\nretry-after: \d+\r\n/);
      expect(JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1))).toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        data: { limit: name },
      });
      await expect
        .poll(() => takeAll(kindpal.services.limiter, name, key())())
        .toBeGreaterThanOrEqual(taken);
    },
  );

  it('a body counts until it is complete, and an aborted one frees its space', async () => {
    const most = OPEN_LIMITS.body_kb_by_ip;
    const free = () => takeAll(kindpal.services.limiter, 'body_kb_by_ip', HERE)();
    await expect.poll(free).toBe(most);
    const sockets = Array.from({ length: 5 }, () => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.write(head('POST /rest/v1/feedback', null, 'Transfer-Encoding: chunked'));
      return socket;
    });
    await expect.poll(free).toBe(most - 5 * 256);
    for (const socket of sockets) socket.destroy();
    await expect.poll(free).toBe(most);
    const owner = new Client({ connectionString: kindpal.ownerUrl });
    await owner.connect();
    await owner.query('DELETE FROM rate_limits; BEGIN; LOCK TABLE feedback');
    const answering = post('/rest/v1/feedback', { message: 'Thank you for everything' });
    await untilLockWaits(kindpal.services.db.pool, 1);
    await expect.poll(free).toBe(most);
    await owner.end();
    await answering;
    expect(free()).toBe(most);
  });

  it('a body that never arrives counts until it was answered, and a small one counts more than its length', async () => {
    const most = OPEN_LIMITS.body_kb_by_ip;
    const free = () => takeAll(kindpal.services.limiter, 'body_kb_by_ip', HERE)();
    await expect.poll(free).toBe(most);
    const open = (...headers: string[]) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.write(head('POST /rest/v1/feedback', null, ...headers));
      return socket;
    };
    const waits = open('Content-Type: application/json', 'Content-Length: 2');
    await expect.poll(free).toBe(most - 4);
    const refused = open('Origin: https://evil.example', 'Content-Length: 200000');
    await once(refused, 'data');
    // Sooner than the connection, which waits for the rest of the body, is cut off.
    await expect.poll(free, { timeout: TIMEOUTS.restSilence / 2 }).toBe(most - 4);
    expect(refused.closed).toBe(false);
    for (const socket of [waits, refused]) socket.destroy();
  });

  it.each([
    ['too large', 'POST /rest/v1/feedback', 300_000, 'Connection: keep-alive'],
    ['sent by another site', 'POST /rest/v1/feedback', 200_000, 'Origin: https://evil.example'],
    ['of an unknown type', 'POST /rest/v1/feedback', 200_000, 'Content-Type: text/plain'],
    ['for an unknown address', 'POST /rest/v1/nothing', 200_000, 'Connection: close'],
    ['of a read', 'GET /rest/v1/jobs', 200_000, 'Connection: close'],
    ['of a page', 'GET /', 200_000, 'Connection: close'],
    ['of a stream', 'GET /realtime/v1', 200_000, 'Connection: close'],
  ])(
    'a body that nobody reads, %s, frees its space after the answer',
    async (_, line, size, header) => {
      const most = OPEN_LIMITS.body_kb_by_ip;
      const free = () => takeAll(kindpal.services.limiter, 'body_kb_by_ip', HERE)();
      await expect.poll(free).toBe(most);
      for (let n = 0; n < 3; n += 1) {
        const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
        const length = `Content-Length: ${size}`;
        socket.write(head(line, null, length, header, 'Connection: close') + 'x'.repeat(size));
        await once(socket, 'data');
        socket.destroy();
      }
      await expect.poll(free).toBe(most);
    },
  );
});
