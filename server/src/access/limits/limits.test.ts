import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createClaim,
  createJob,
  createMember,
  jobForm,
  type TestMember,
} from '../../testing/factories.ts';
import { outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import { joinKindpal, PASSWORD, TestBrowser } from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { sessionCookie, startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { Credential } from '../actor.ts';
import { LIMITS, type LimitName, OPEN_LIMITS, TOTAL_LIMITS } from './limits.ts';

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

/** Uses up a limit except for the last `left` attempts. */
async function useUp(rule: LimitName, key: string, left = 0): Promise<void> {
  const { limiter } = kindpal.services;
  for (let n = LIMITS[rule].points; n > left; n -= 1) await limiter.consume(rule, key);
}

/** A claimed job with its two members. */
async function openChat() {
  const { db } = kindpal.services;
  const [owner, sitter] = [await createMember(db), await createMember(db, { role: 'pet_sitter' })];
  const job = await createJob(db, { owner_id: owner.id });
  await createClaim(db, { job, sitter_id: sitter.id });
  return { owner, sitter, job: job.id };
}

const json = { 'content-type': 'application/json' };
const send = (path: string, body: unknown, as: TestMember, method = 'POST') =>
  server.fetch(path, { method, as, headers: json, body: JSON.stringify(body) });

/**
 * What a refused call returns: the status, the limit, and whether both places have the time to
 * wait.
 */
async function tooMany(response: Response) {
  const body = (await response.json()) as {
    detail: string;
    data: { limit: string; retry_after_seconds: number };
  };
  expect(response.headers.get('retry-after')).toBe(String(body.data.retry_after_seconds));
  return [response.status, body.detail, body.data.limit];
}

test('a member who sends too many messages is stopped, and told which limit it was [M1]', async () => {
  const { owner, sitter, job } = await openChat();
  const answers: number[] = [];
  // Concurrent calls: counting in the process must not let more through than sequential ones.
  for (let n = 0; n < LIMITS.message_by_member.points / 10; n += 1) {
    const round = await Promise.all(Array.from({ length: 10 }, () => say(owner, job)));
    answers.push(...round.map(({ status }) => status));
  }
  expect(new Set(answers)).toEqual(new Set([201]));
  expect(await tooMany(await say(owner, job))).toEqual([
    429,
    'Rate limit exceeded',
    'message_by_member',
  ]);
  expect((await say(sitter, job)).status).toBe(201);
});

/** The member in so many more browsers, with sessions that no node knows. */
async function inMoreBrowsers(member: TestMember, count: number): Promise<TestMember[]> {
  const { rows } = await kindpal.services.db.pool.query<{ token: string }>(
    `INSERT INTO auth.session (token, user_id, expires_at)
     SELECT gen_random_uuid()::text, $1, now() + interval '1 day' FROM generate_series(1, $2)
     RETURNING token`,
    [member.id, count],
  );
  return rows.map(({ token }) => ({ ...member, credential: { by: 'token', value: token } }));
}

const say = (as: TestMember, job_id: string) =>
  send('/rest/v1/messages', { job_id, content: 'Hello', client_id: randomUUID() }, as);
const edit = (as: TestMember, bio = 'Hello') =>
  send(`/rest/v1/users/${as.id}`, { bio }, as, 'PATCH');
const search = (as: TestMember) => server.fetch('/rest/v1/jobs?search=qqqq', { as });

type Ask = (as: TestMember, job: string) => Promise<Response>;
const COUNTED: [what: string, rule: LimitName, success: number, ask: Ask][] = [
  ['messages', 'message_by_member', 201, say],
  ['changes', 'change_by_member', 200, (as) => edit(as)],
  ['searches without a result', 'search_by_member', 200, search],
];

test.each(COUNTED)(
  'sessions that a node does not know yet have no limit of their own: %s [M1] [J1]',
  async (_, rule, success, ask) => {
    const { owner: member, job } = await openChat();
    expect((await ask(member, job)).status).toBe(success);
    await useUp(rule, member.id, 6);
    const sessions = await inMoreBrowsers(member, 5);
    // The first calls of each session at the same time, and then more of the same.
    const answers: Response[] = [];
    for (let round = 0; round < 2; round += 1) {
      const calls = sessions.flatMap((one) => Array.from({ length: 4 }, () => ask(one, job)));
      answers.push(...(await Promise.all(calls)));
    }
    // One attempt was the member's own.
    expect(answers.filter(({ status }) => status === success)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
  },
);

test('a node asks for the member of a session once, also when there is none [M1]', async () => {
  const { db } = kindpal.services;
  const [member, former] = [await createMember(db), await createMember(db)];
  await kindpal.asOwner(`DELETE FROM auth.session WHERE id = '${former.session_id}'`);
  const counted = ({ credential }: TestMember) =>
    kindpal.services.limiter.consumeKnown('change_by_member', credential);
  const { shortRead } = db;
  let reads = 0;
  db.shortRead = (statement) => {
    reads += 1;
    return shortRead(statement);
  };
  try {
    for (const _ of [1, 2]) {
      await Promise.all([member, former].flatMap((one) => [counted(one), counted(one)]));
    }
  } finally {
    db.shortRead = shortRead;
  }
  expect(reads).toBe(2);
});

test('a session that has ended does not use up the limits of its member [U6]', async () => {
  const member = await createMember(kindpal.services.db);
  const stolen = await inMoreBrowsers(member, 2);
  const [first, second] = stolen as [TestMember, TestMember];
  for (const one of stolen) expect((await edit(one, 'Mine')).status).toBe(200);
  await kindpal.asOwner(
    `DELETE FROM auth.session WHERE user_id = '${member.id}' AND id <> '${member.session_id}'`,
  );
  // Each has two attempts left when the sessions end: one for the first call after that, because
  // only its answer tells that the session has ended, and one for the member.
  await useUp('change_by_member', member.id, 4);
  await useUp('search_by_member', member.id, 2);
  for (let n = 0; n < 5; n += 1) {
    expect((await edit(first)).status).toBe(401);
    expect((await search(second)).status).toBe(200);
  }
  expect((await edit(member)).status).toBe(200);
  expect((await search(member)).status).toBe(200);
});

test('a token from before the second factor has counts of its own, not those of its session [U13] [M1]', async () => {
  const member = await createMember(kindpal.services.db);
  const { limiter } = kindpal.services;
  const value = member.session_id;
  const whole = { by: 'session', value } as const;
  // Such a token stops working when the factor is shown, though its session is live.
  const early = { by: 'waiting', value } as const;
  await useUp('change_by_member', member.id);
  const count = (credential: Credential, rule: LimitName) =>
    outcomeOf(limiter.consumeKnown(rule, credential));
  expect(await count(early, 'change_by_member')).toBe('ok');
  limiter.forget(early);
  expect(await count(whole, 'change_by_member')).toBe('TOO_MANY_REQUESTS');
  await useUp('change_by_session', `waiting ${value}`);
  expect(await count(early, 'change_by_session')).toBe('TOO_MANY_REQUESTS');
  expect(await count(whole, 'change_by_session')).toBe('ok');
});

test('signing in again gives no fresh message limit, for browsers and clients [M1]', async () => {
  const { browser, id, email } = await joinKindpal(kindpal.services);
  await useUp('message_by_member', id);
  const other = await createMember(kindpal.services.db);
  const say = () =>
    browser.send((api) =>
      api.chat.sendDirectMessage({
        member_id: other.id,
        content: 'Hello',
        client_id: randomUUID(),
      }),
    );
  const grant = { grant_type: 'password' as const, email, password: PASSWORD };
  await browser.send((api) => api.account.token(grant));
  expect(await refusalOf(say())).toBe('TOO_MANY_REQUESTS');
  const { access_token } = await browser.send((api) =>
    api.account.token({ ...grant, return_tokens: true }),
  );
  browser.bearer = access_token as string;
  expect(await refusalOf(say())).toBe('TOO_MANY_REQUESTS');
});

test('a stolen session that uses up its changes does not keep the member from signing it out [U6]', async () => {
  const { browser: stolen, id, email } = await joinKindpal(kindpal.services);
  const own = new TestBrowser(kindpal.services);
  const grant = { grant_type: 'password' as const, email, password: PASSWORD };
  await own.send((api) => api.account.token(grant));
  /** Sends the path as it is: fetch would resolve its dots. */
  async function change(
    { cookies }: TestBrowser,
    [method, path]: [string, string],
    body: unknown,
  ): Promise<number | undefined> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': 'application/json' };
    const { port } = new URL(server.url);
    const sent = request({ host: '127.0.0.1', port, method, path, headers });
    sent.end(JSON.stringify(body));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  }
  const edit = (browser: TestBrowser, prefix = '') =>
    change(browser, ['PATCH', `${prefix}/rest/v1/users/${id}`], { bio: 'Hello' });
  await useUp('change_by_member', id);
  expect(await edit(stolen)).toBe(429);
  expect(await edit(stolen, '/auth/v1/%2e%2e/..')).toBe(429);
  expect(await change(own, ['POST', '/auth/v1/logout'], { scope: 'global' })).toBe(204);
  const stolenNow = stolen.send((api) => api.account.getUser());
  expect(await refusalOf(stolenNow)).toBe('UNAUTHORIZED');
});

test('jobs, searches and all other changes of one member have separate limits [J2] [J1]', async () => {
  const member = await createMember(kindpal.services.db);
  await useUp('job_by_member', member.id);
  expect(await tooMany(await send('/rest/v1/jobs', jobForm(), member))).toEqual([
    429,
    'Rate limit exceeded',
    'job_by_member',
  ]);
  await useUp('search_by_member', member.id);
  for (const query of ['search=walk', '%73earch=walk', 'limit=2&sear%63h=walk']) {
    const sought = await server.fetch(`/rest/v1/jobs?${query}`, { as: member });
    expect(await tooMany(sought)).toEqual([429, 'Rate limit exceeded', 'search_by_member']);
    // Without its body, an answer still has the length of what was found.
    const head = await server.fetch(`/rest/v1/jobs?${query}`, { as: member, method: 'HEAD' });
    expect(head.status).toBe(429);
  }
  expect((await server.fetch('/rest/v1/jobs', { as: member })).status).toBe(200);
  // The refused job was a change, too.
  await useUp('change_by_member', member.id, 1);
  expect((await tooMany(await send('/rest/v1/rpc/switch_user_role', {}, member)))[2]).toBe(
    'change_by_member',
  );
});

test.each([
  'jobs?search=walk',
  'jobs?place_id=1',
  'jobs?min_pay=20',
  'jobs?from=2026-12-01',
  'jobs?until=2026-12-31',
  'users?service=walk',
  'users?free_on=2026-12-01',
  'users?free_until=2026-12-02',
  'users?max_rate=30',
])('a member’s request of %s counts as a search [J1] [R8]', async (address) => {
  const member = await createMember(kindpal.services.db);
  await useUp('search_by_member', member.id);
  const sought = await server.fetch(`/rest/v1/${address}`, { as: member });
  expect((await tooMany(sought))[2]).toBe('search_by_member');
});

test('posting the same job again by its client id does not count [J2]', async () => {
  const member = await createMember(kindpal.services.db);
  await useUp('job_by_member', member.id, 1);
  const form = { ...jobForm(), client_id: randomUUID() };
  for (let n = 0; n < 3; n += 1) {
    expect((await send('/rest/v1/jobs', form, member)).status).toBe(201);
  }
  expect(await refusalOf(kindpal.callerFor(member).job.post(jobForm()))).toBe('TOO_MANY_REQUESTS');
});

test('picture 101 in an hour is refused by name, not reported as a fault [X5]', async () => {
  const member = await createMember(kindpal.services.db);
  await useUp('upload_by_member', member.id);
  const response = await server.fetch('/storage/v1/object/profile-images/pet-images', {
    method: 'POST',
    as: member,
    body: new Uint8Array(16),
  });
  expect(await tooMany(response)).toEqual([429, 'Rate limit exceeded', 'upload_by_member']);
});

/** Starts sending a picture and never finishes; `answered` is the start of the response. */
async function beginUpload(as: TestMember | null) {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const cookie = as ? `Cookie: ${sessionCookie(kindpal.services, as)}\r\n` : '';
  socket.write(
    `POST /storage/v1/object/profile-images/pet-images HTTP/1.1\r\nHost: localhost\r\n${cookie}`,
  );
  socket.write('Content-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nGIF\r\n');
  const answered = once(socket, 'data').then(([chunk]) => String(chunk).split('\r\n')[0]);
  answered.catch(() => undefined);
  return { answered, hangUp: () => socket.destroy() };
}

test('a visitor who uploads a picture is refused before it has arrived [X5]', async () => {
  const upload = await beginUpload(null);
  expect(await upload.answered).toBe('HTTP/1.1 401 Unauthorized');
  upload.hangUp();
});

test('a member uploads a few pictures at a time, and more as soon as those are done [X5]', async () => {
  const member = await createMember(kindpal.services.db);
  const more = () =>
    server.fetch('/storage/v1/object/profile-images/pet-images', {
      method: 'POST',
      as: member,
      body: new Uint8Array(16),
    });
  const held = await Promise.all(
    Array.from({ length: OPEN_LIMITS.uploads_at_once_by_member }, () => beginUpload(member)),
  );
  const patiently = { timeout: 10_000, interval: 100 };
  const hasRoom = () => {
    try {
      kindpal.services.limiter.hold('uploads_at_once_by_member', member.id)();
      return true;
    } catch {
      return false;
    }
  };
  await expect.poll(hasRoom, patiently).toBe(false);
  expect((await tooMany(await more()))[2]).toBe('uploads_at_once_by_member');
  for (const upload of held) upload.hangUp();
  await expect.poll(async () => (await more()).status, patiently).toBe(415);
});

test('a network reads a limited number of pictures at a time, and more when it has read those [X5]', async () => {
  const { limiter } = kindpal.services;
  const read = () => server.fetch('/storage/v1/object/public/profile-images/nowhere.webp');
  const held = Array.from({ length: OPEN_LIMITS.image_by_ip }, () =>
    limiter.hold('image_by_ip', '127.0.0.1'),
  );
  expect(await tooMany(await read())).toEqual([429, 'Rate limit exceeded', 'image_by_ip']);
  for (const release of held) release();
  for (let n = 0; n < OPEN_LIMITS.image_by_ip + 5; n += 1) {
    expect((await read()).status).toBe(404);
  }
});

test('staff cannot email members without limit [S4]', async () => {
  const staff = await createMember(kindpal.services.db, { app_role: 'admin' });
  await useUp('staff_mail_by_member', staff.id);
  const input = { id: randomUUID(), decision: 'refused' as const, reason: 'No more for now' };
  expect(await refusalOf(kindpal.callerFor(staff).invite.decideRequest(input))).toBe(
    'TOO_MANY_REQUESTS',
  );
});

test('one visitor cannot hold all streams, and gets new ones for those they close [X4]', async () => {
  const open = () => {
    const tab = new AbortController();
    return server
      .fetch('/realtime/v1', { signal: tab.signal })
      .then((response) => ({ response, close: () => tab.abort() }));
  };
  const tabs = await Promise.all(Array.from({ length: OPEN_LIMITS.stream_by_ip }, open));
  expect(tabs.every(({ response }) => response.status === 200)).toBe(true);
  const refused = await open();
  expect(await tooMany(refused.response)).toEqual([429, 'Rate limit exceeded', 'stream_by_ip']);
  // A member behind the same address has streams of their own.
  const member = await createMember(kindpal.services.db);
  const own = await server.fetch('/realtime/v1', { as: member });
  expect(own.status).toBe(200);
  await own.body?.cancel();
  tabs[0]?.close();
  await expect.poll(async () => (await open()).response.status).toBe(200);
  for (const tab of tabs) tab.close();
});

test('a member’s streams are counted per member, across sessions [X4]', async () => {
  const member = await createMember(kindpal.services.db);
  const { limiter } = kindpal.services;
  const held = Array.from({ length: OPEN_LIMITS.stream_by_member }, () =>
    limiter.hold('stream_by_member', member.id),
  );
  const refused = await server.fetch('/realtime/v1', { as: member });
  expect((await tooMany(refused))[2]).toBe('stream_by_member');
  for (const release of held) release();
  const taken = await server.fetch('/realtime/v1', { as: member });
  expect(taken.status).toBe(200);
  await taken.body?.cancel();
});

test('an IPv6 network is counted as a whole, however many of its households send requests [U3]', async () => {
  const { limiter } = kindpal.services;
  const { points } = LIMITS.verify_by_ip;
  const outcomes: boolean[] = [];
  for (let n = 0; n < points * 4 + 5; n += 1) {
    outcomes.push(await limiter.hasRoom('verify_by_ip', `2001:db8:77:${n.toString(16)}::1`));
  }
  expect(outcomes.filter((hasRoom) => !hasRoom)).toHaveLength(5);
  expect(await limiter.hasRoom('verify_by_ip', '2001:db8:78::1')).toBe(true);
});

test('the database enforces the same numbers as the table of limits [J5] [U9]', async () => {
  const [claims = ''] = await kindpal.asOwner<string>(
    `SELECT pg_get_functiondef('limit_live_claims'::regproc)`,
  );
  expect(/>= (\d+) THEN/.exec(claims)?.[1]).toBe(`${TOTAL_LIMITS.live_claims_by_member}`);
  const [pets = ''] = await kindpal.asOwner<string>(
    `SELECT pg_get_functiondef('may_claim_pet_at'::regproc)`,
  );
  const { points, seconds } = LIMITS.claimed_pet_by_member;
  expect(/OFFSET (\d+) LIMIT 1/.exec(pets)?.[1]).toBe(`${points - 1}`);
  expect(pets.match(/interval '[^']*'/g)).toEqual(Array(2).fill(`interval '${seconds} seconds'`));
  const [guesses = ''] = await kindpal.asOwner<string>(
    `SELECT pg_get_constraintdef(oid) FROM pg_constraint
     WHERE conrelid = 'auth.one_time_code'::regclass AND pg_get_constraintdef(oid) LIKE '%attempts%'`,
  );
  expect(/attempts <= (\d+)/.exec(guesses)?.[1]).toBe(`${TOTAL_LIMITS.guesses_by_code}`);
});
