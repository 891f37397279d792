import { statSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { ARCHIVE_ADDRESS } from '@kindpal/contract/archive/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { dataArchive } from '../db/schema/deletion.ts';
import { openImageStore } from '../file/image-store.ts';
import { STAFF_VIEWER } from '../privacy/policy.ts';
import { PARTICIPANTS } from '../reading/policy.ts';
import { runDueTasks } from '../tasks/start-tasks.ts';
import { directAttempt } from '../testing/direct-attempt.ts';
import { enrollApp } from '../testing/enroll-app.ts';
import {
  createClaim,
  createConversation,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { drip, startSlowStore } from '../testing/outside/slow-store.ts';
import { outcomeOf } from '../testing/refusal-of.ts';
import { joinKindpal, PASSWORD, readMailbox, type TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { unzip } from '../testing/unzip.ts';
import { withoutUncaught } from '../testing/without-uncaught.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { ARCHIVE_TABLES, LEFT_OUT } from './archive-tables.ts';
import { makeArchive, removeUnfinished } from './make-archive.ts';
import { pruneArchives } from './prune-archives.ts';

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
afterEach(() => {
  vi.restoreAllMocks();
  kindpal.setNow(null);
});

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);
const ask = (browser: TestBrowser) =>
  browser.send((api) => api.archive.request({ current_password: PASSWORD }));

/** The same member as `TestServer` sends requests for them. */
async function sessionOf(id: string): Promise<TestMember> {
  const { rows } = await kindpal.services.db.pool.query<{ token: string }>(
    'SELECT token FROM auth.session WHERE user_id = $1',
    [id],
  );
  return { id, credential: { by: 'token', value: rows[0]?.token } } as TestMember;
}

const fetchArchive = (as: TestMember | null) => server.fetch(ARCHIVE_ADDRESS, { as });

const storedFiles = () =>
  readdir(join(kindpal.services.env.dataDir, 'files', 'archives')).catch(() => []);

test('a member exports all of their data, with the field names of the API, and nothing of others [X1]', async () => {
  const { browser, id, email } = await joinKindpal(kindpal.services);
  const { pool } = kindpal.services.db;
  const other = await createMember(kindpal.services.db, { role: 'pet_sitter', phone: '+15550199' });
  const job = await createJob(kindpal.services.db, { owner_id: id, title: 'Feed my cat' });
  const { claim } = await createClaim(kindpal.services.db, { job, sitter_id: other.id });
  const say = (sender: string, content: string) =>
    pool.query(
      `INSERT INTO messages (job_id, claim_id, sender_id, client_id, content)
       SELECT $1, $2, $3, gen_random_uuid(), $4 || n FROM generate_series(1, $5) n`,
      [job.id, claim.id, sender, content, sender === id ? 1203 : 1],
    );
  await say(id, 'My words “with quotes” ');
  await say(other.id, 'Words of the sitter ');
  await kindpal.services.images.put(`${id}/cat.webp`, Buffer.from('a picture'));
  await pool.query(
    `INSERT INTO files (path, owner_id, bytes) VALUES ($1 || '/cat.webp', $1::uuid, 9)`,
    [id],
  );

  await pool.query(
    `INSERT INTO moderation_decisions (member_id, kind, reason, note, appeal, appealed_at)
     VALUES ($1, 'warn', 'Be kind', 'Note of staff', 'I was', now()),
            ($1, 'dismiss', 'Nobody reads this', '', NULL, NULL)`,
    [id],
  );
  const report = (by: string, about: string, details: string) =>
    pool.query(
      `INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, details, snapshot)
       VALUES ($1, $2, 'profile', $2, 'fraud', $3, '{"text": "Words of the sitter"}')`,
      [by, about, details],
    );
  await report(id, other.id, 'They asked for gift cards');
  await report(other.id, id, 'Words of the sitter');
  const mark = (by: string, favorite: string) =>
    pool.query('INSERT INTO member_favorites (member_id, favorite_id) VALUES ($1, $2)', [
      by,
      favorite,
    ]);
  await mark(id, other.id);
  await mark(other.id, id);
  const conversation = await createConversation(kindpal.services.db, [{ id }, other]);
  await pool.query(
    `INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content)
     VALUES ($1, $2, gen_random_uuid(), 'My hello'), ($1, $3, gen_random_uuid(), 'Words of the sitter')`,
    [conversation, id, other.id],
  );
  const review = async (sides: [by: string, side: string, text: string][]) => {
    const done = { owner_id: other.id, sitter_id: id };
    const { claim_id } = await createEndedClaim(kindpal.services.db, done);
    for (const [by, side, text] of sides) {
      await pool.query(
        `INSERT INTO reviews (claim_id, side, reviewer_id, rating, text, would_repeat)
         VALUES ($1, $2, $3, 4, $4, true)`,
        [claim_id, side, by, text],
      );
    }
  };
  await review([
    [id, 'sitter', 'A calm cat'],
    [other.id, 'owner', 'A fine sitter'],
  ]);
  // Not published yet, so an export must not reveal it.
  await review([[other.id, 'owner', 'Words of the sitter']]);
  await createEndedClaim(kindpal.services.db, {
    ...{ owner_id: other.id, sitter_id: id },
    ended: { end_reason: 'released', ended_by: other.id, end_note: 'Words of the sitter' },
  });
  const theirs = await createJob(kindpal.services.db, { owner_id: other.id });
  for (const [about, title] of [
    [job.id, 'Feed my cat'],
    [theirs.id, 'Words of the sitter'],
  ]) {
    await pool.query(
      `INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, job_title)
       VALUES ($1, 'new_jobs.fits', $2::text, $2::text::uuid, $2::text::uuid, $3)`,
      [id, about, title],
    );
  }
  const { totp } = await enrollApp(browser, 'My phone');
  await pool.query(
    `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, period, is_named)
     VALUES ($1, $2, 'staff', 'account', now(), true)`,
    [id, other.id],
  );

  expect((await ask(browser)).state).toBe('making');
  const mails = await readMailbox(kindpal.services, email);
  expect(mails.some(({ subject }) => subject.includes('data is ready'))).toBe(true);
  expect((await browser.send((api) => api.archive.get())).state).toBe('ready');

  const answer = await fetchArchive(await sessionOf(id));
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const files = await unzip(Buffer.from(await answer.arrayBuffer()));
  expect(Object.keys(files).sort()).toEqual(
    [
      ...Object.keys(ARCHIVE_TABLES).map((name) => `${name}.json`),
      `pictures/${id}/cat.webp`,
    ].sort(),
  );
  const read = (name: string) =>
    JSON.parse(String(files[`${name}.json`])) as Record<string, unknown>[];
  expect(read('account')).toEqual([expect.objectContaining({ id, email })]);
  expect(read('profile')).toEqual([
    expect.objectContaining({ first_name: 'Robin', full_name: 'Robin Vale' }),
  ]);
  expect(read('jobs')).toEqual([expect.objectContaining({ title: 'Feed my cat', owner_id: id })]);
  expect(read('messages')).toHaveLength(1203);
  expect(read('conversation_messages')).toEqual([
    expect.objectContaining({ conversation_id: conversation, content: 'My hello' }),
  ]);
  expect(read('reviews_written')).toEqual([
    expect.objectContaining({ side: 'sitter', rating: 4, text: 'A calm cat' }),
  ]);
  expect(read('reviews_received')).toEqual([
    expect.objectContaining({ side: 'owner', rating: 4, text: 'A fine sitter' }),
  ]);
  const titles = read('notifications').map((one) => [one.job_id, one.job_title]);
  expect(titles).toContainEqual([job.id, 'Feed my cat']);
  expect(titles).toContainEqual([theirs.id, null]);
  expect(read('moderation_decisions')).toEqual([
    expect.objectContaining({ kind: 'warn', reason: 'Be kind', appeal: 'I was' }),
  ]);
  expect(read('data_views')).toEqual([
    expect.objectContaining({
      ...{ viewer_id: null, viewer_role: 'staff', kind: 'account' },
      staff: { name: expect.stringMatching(/^\S+ \S\.$/), has_left: false },
    }),
  ]);
  expect(read('reports')).toEqual([
    expect.objectContaining({ subject_id: other.id, details: 'They asked for gift cards' }),
  ]);
  expect(read('member_favorites')).toEqual([expect.objectContaining({ favorite_id: other.id })]);
  expect(read('second_factors')).toEqual([
    expect.objectContaining({ friendly_name: 'My phone', status: 'unverified' }),
  ]);
  expect(String(files[`pictures/${id}/cat.webp`])).toBe('a picture');
  const all = Object.values(files).map(String).join('\n');
  expect(all).not.toContain('Words of the sitter');
  expect(all).not.toContain('Note of staff');
  expect(all).not.toContain(other.email);
  expect(all).not.toContain('+15550199');
  expect(all).not.toContain(totp.secret);
  expect(all).not.toMatch(
    /"(password|token|token_hash|code_hash|sealed_secret|link_id|sent_hash)"/,
  );
});

test('it needs the password, once a day, and nobody else can download it [X1]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  expect(await outcomeOf(browser.send((api) => api.archive.request({})))).toBe('INVALID_INPUT');
  const member = await sessionOf(id);
  expect((await fetchArchive(member)).status).toBe(404);
  const asked = await Promise.all(Array.from({ length: 5 }, () => outcomeOf(ask(browser))));
  expect(asked.sort()).toEqual([
    'ARCHIVE_ASKED_TODAY',
    'ARCHIVE_ASKED_TODAY',
    'ARCHIVE_ASKED_TODAY',
    'ARCHIVE_ASKED_TODAY',
    'ok',
  ]);
  const { items: events } = await browser.send((api) => api.security.listEvents({ limit: 50 }));
  expect(events.filter(({ kind }) => kind === 'export_asked')).toHaveLength(1);
  await runDueTasks(kindpal.services);
  expect((await fetchArchive(null)).status).toBe(401);
  expect((await fetchArchive(await createMember(kindpal.services.db))).status).toBe(404);
  expect((await fetchArchive(member)).status).toBe(200);
});

test('the next one comes 24 hours after the last, not before [X1]', async () => {
  const { browser } = await joinKindpal(kindpal.services);
  const asked = Date.now();
  kindpal.setNow(new Date(asked));
  await ask(browser);
  kindpal.setNow(new Date(asked + DAY - 1000));
  expect(await outcomeOf(ask(browser))).toBe('ARCHIVE_ASKED_TODAY');
  kindpal.setNow(new Date(asked + DAY + 1000));
  expect(await outcomeOf(ask(browser))).toBe('ok');
});

test('it is there for 7 days; then it and its file are removed, as are replaced ones [X1]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  await ask(browser);
  await runDueTasks(kindpal.services);
  kindpal.setNow(inDays(2));
  await ask(browser);
  await runDueTasks(kindpal.services);
  const member = await sessionOf(id);
  kindpal.setNow(inDays(8.9));
  await pruneArchives(kindpal.services);
  await browser.send((api) => api.factor.confirm({ password: PASSWORD }));
  expect((await fetchArchive(member)).status).toBe(200);
  kindpal.setNow(inDays(9.1));
  expect((await fetchArchive(member)).status).toBe(404);
  // By then all archives here have expired, and the replaced one was removed with its successor.
  await pruneArchives(kindpal.services);
  await runDueTasks(kindpal.services);
  expect(await storedFiles()).toEqual([]);
  expect((await browser.send((api) => api.archive.get())).state).toBe('none');
});

test('every table is in a member’s export, or is left out for a reason [X1]', async () => {
  const { rows } = await kindpal.services.db.pool.query<{ name: string }>(
    `SELECT class.relname AS name FROM pg_class class
     JOIN pg_namespace space ON space.oid = class.relnamespace
     WHERE class.relkind IN ('r', 'p') AND NOT class.relispartition
       AND space.nspname IN ('public', 'auth') ORDER BY name`,
  );
  // Who looked and who takes part is asked of tables that are not copied by that.
  const asked = [STAFF_VIEWER, PARTICIPANTS];
  const copied = asked.reduce(
    (text, part) => text.replaceAll(part, ''),
    Object.values(ARCHIVE_TABLES).join('\n'),
  );
  const isCopied = (name: string) =>
    new RegExp(`\\b(FROM|JOIN) (auth\\.)?"?${name}\\b`).test(copied);
  const names = rows.map(({ name }) => name);
  expect(
    names.filter((name) => !isCopied(name) && !(name in LEFT_OUT)),
    'Give each a statement in ARCHIVE_TABLES, or a reason in LEFT_OUT (archive-tables.ts).',
  ).toEqual([]);
  expect(
    Object.keys(LEFT_OUT).filter((name) => !names.includes(name) || isCopied(name)),
    'These are copied, or exist no more: take them out of LEFT_OUT (archive-tables.ts).',
  ).toEqual([]);
});

async function storePicture(ownerId: string): Promise<void> {
  const { images, db } = kindpal.services;
  await images.put(`${ownerId}/cat.webp`, Buffer.from('a picture'));
  await db.pool.query(
    `INSERT INTO files (path, owner_id, bytes) VALUES ($1 || '/cat.webp', $1::uuid, 9)`,
    [ownerId],
  );
}

test('no other user of the machine can read it while it is made [X5]', async () => {
  const { browser } = await joinKindpal(kindpal.services);
  const { images } = kindpal.services;
  const { putFile } = images;
  const modes: number[] = [];
  const put = vi.spyOn(images, 'putFile').mockImplementation(async (path, made) => {
    modes.push(statSync(made.file).mode & 0o777);
    return putFile.call(images, path, made);
  });
  await ask(browser);
  await runDueTasks(kindpal.services);
  put.mockRestore();
  expect(modes).toEqual([0o600]);
});

test('a picture store that sends a byte at a time ends the attempt, and the task is tried again [X1]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  const { services } = kindpal;
  const { images } = services;
  await storePicture(id);
  const slow = await startSlowStore(drip);
  const limits = { ...TIMEOUTS, storeWhole: 200 };
  services.images = await openImageStore({ ...services.env, storageUrl: slow.url }, limits);
  try {
    await ask(browser);
    await runDueTasks(services);
    expect((await fetchArchive(await sessionOf(id))).status).toBe(404);
  } finally {
    services.images = images;
    await slow.close();
  }
  const { rowCount } = await services.db.pool.query(`UPDATE graphile_worker._private_jobs
    SET run_at = now() WHERE attempts = 1 AND last_error LIKE '%stopped waiting%'`);
  expect(rowCount).toBe(1);
  await runDueTasks(services);
  expect((await fetchArchive(await sessionOf(id))).status).toBe(200);
});

test('a database that refuses the list of pictures fails the attempt, and not the process [X1]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  const { db } = kindpal.services;
  await ask(browser);
  const [asked] = await db.drizzle.select().from(dataArchive).where(eq(dataArchive.userId, id));
  await kindpal.asOwner('ALTER TABLE files RENAME removed_at TO gone_at');
  await withoutUncaught(async () => {
    const made = makeArchive(kindpal.services, { id: asked?.id ?? '' }, directAttempt());
    await expect(made).rejects.toThrow('"removed_at" does not exist');
  });
  await kindpal.asOwner('ALTER TABLE files RENAME gone_at TO removed_at');
  await runDueTasks(kindpal.services);
  expect((await fetchArchive(await sessionOf(id))).status).toBe(200);
});

test('an attempt that is aborted during its upload does not say that the archive is ready [X1]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  const { images, db } = kindpal.services;
  await ask(browser);
  const [asked] = await db.drizzle.select().from(dataArchive).where(eq(dataArchive.userId, id));
  const controller = new AbortController();
  const put = vi.spyOn(images, 'putFile').mockImplementation(async () => controller.abort());
  const attempt = directAttempt(controller.signal);
  await expect(makeArchive(kindpal.services, { id: asked?.id ?? '' }, attempt)).rejects.toThrow();
  put.mockRestore();
  expect((await fetchArchive(await sessionOf(id))).status).toBe(404);
  await runDueTasks(kindpal.services);
  expect((await fetchArchive(await sessionOf(id))).status).toBe(200);
});

test('an attempt that is aborted closes the picture that it reads, and one that is found later [X1]', async () => {
  const { images, db } = kindpal.services;
  for (const isFoundLater of [false, true]) {
    const { browser, id } = await joinKindpal(kindpal.services);
    await storePicture(id);
    await ask(browser);
    const [asked] = await db.drizzle.select().from(dataArchive).where(eq(dataArchive.userId, id));
    const controller = new AbortController();
    const picture = new PassThrough();
    picture.write('the beginning of a picture');
    picture.once('resume', () => controller.abort());
    const later = Promise.withResolvers<Readable>();
    const find = vi.spyOn(images, 'find').mockImplementation(() => {
      if (!isFoundLater) return Promise.resolve(picture);
      controller.abort();
      return later.promise;
    });
    const attempt = directAttempt(controller.signal);
    await expect(makeArchive(kindpal.services, { id: asked?.id ?? '' }, attempt)).rejects.toThrow();
    later.resolve(picture);
    await vi.waitFor(() => expect(picture.destroyed).toBe(true));
    find.mockRestore();
  }
});

test('an attempt that is aborted while the database is silent does not wait for it [X1]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  const { db } = kindpal.services;
  await ask(browser);
  const [asked] = await db.drizzle.select().from(dataArchive).where(eq(dataArchive.userId, id));
  const controller = new AbortController();
  const client = await db.pool.connect();
  const release = vi.spyOn(client, 'release');
  const query = client.query.bind(client);
  vi.spyOn(client, 'query').mockImplementation(((text: string, values: unknown[]) => {
    if (!/^(FETCH|ROLLBACK)/.test(text)) return query(text, values);
    if (text.startsWith('FETCH')) controller.abort();
    return new Promise(() => undefined);
  }) as never);
  const connect = db.pool.connect.bind(db.pool);
  vi.spyOn(db.pool, 'connect').mockImplementation(((given?: never) =>
    given ? connect(given) : client) as never);
  const attempt = directAttempt(controller.signal);
  await expect(makeArchive(kindpal.services, { id: asked?.id ?? '' }, attempt)).rejects.toThrow();
  expect(release).toHaveBeenCalledWith(true);
});

test('what an attempt stored before it was killed is removed if the member left meanwhile [X1]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  const { images, db } = kindpal.services;
  await ask(browser);
  const [asked] = await db.drizzle.select().from(dataArchive).where(eq(dataArchive.userId, id));
  const { putFile } = images;
  const put = vi.spyOn(images, 'putFile').mockImplementation(async (path, made) => {
    await db.drizzle.delete(dataArchive).where(eq(dataArchive.userId, id));
    await putFile.call(images, path, made);
    throw new Error('the node is killed');
  });
  const attempt = directAttempt();
  const archive = { id: asked?.id ?? '' };
  await expect(makeArchive(kindpal.services, archive, attempt)).rejects.toThrow('killed');
  put.mockRestore();
  const stored = async () => (await storedFiles()).filter((name) => name.includes(archive.id));
  expect(await stored()).toHaveLength(1);
  // The task is tried again, and queues the removal.
  await runDueTasks(kindpal.services);
  await runDueTasks(kindpal.services);
  expect(await stored()).toEqual([]);
});

test('a node starts while another that shares its directory begins archives [X1]', async () => {
  const { env } = kindpal.services;
  let isOver = false;
  const begin = async () => {
    for (let n = 0; n < 500 && !isOver; n += 1)
      await mkdir(join(env.dataDir, 'archives-under-way', String(n)), { recursive: true });
  };
  const beginning = begin();
  for (let start = 0; start < 5; start += 1) await removeUnfinished(env);
  isOver = true;
  await beginning;
  await removeUnfinished(env);
});

test('a slow picture store holds no database transaction open [X1]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  const { images, db } = kindpal.services;
  await storePicture(id);
  const find = images.find;
  const open: number[] = [];
  images.find = async (path) => {
    const { rows } = await db.pool.query(`SELECT count(*)::int AS open FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction'`);
    open.push(rows[0].open);
    return find.call(images, path);
  };
  try {
    await ask(browser);
    await runDueTasks(kindpal.services);
  } finally {
    images.find = find;
  }
  expect(open).toEqual([0]);
  expect((await fetchArchive(await sessionOf(id))).status).toBe(200);
});

test.each([
  ['fails', async () => Promise.reject(new Error('the store is away'))],
  ['breaks off', async () => Readable.from(breakOff())],
] as const)(
  'a picture store that %s ends the attempt, and the next one succeeds [X1]',
  async (_, find) => {
    const { browser, id } = await joinKindpal(kindpal.services);
    const { images, db } = kindpal.services;
    await storePicture(id);
    await ask(browser);
    const [asked] = await db.drizzle.select().from(dataArchive).where(eq(dataArchive.userId, id));
    const attempt = () => makeArchive(kindpal.services, { id: asked?.id ?? '' }, directAttempt());
    const away = vi.spyOn(images, 'find').mockImplementation(find);
    await expect(attempt()).rejects.toThrow('the store is away');
    away.mockRestore();
    await attempt();
    expect((await fetchArchive(await sessionOf(id))).status).toBe(200);
  },
);

async function* breakOff() {
  yield Buffer.from('the beginning of a picture');
  throw new Error('the store is away');
}
