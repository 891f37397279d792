import { createECDH, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dataArchive } from '../db/schema/deletion.ts';
import { openImageStore } from '../file/image-store.ts';
import { turnOfCalendar } from '../notification/calendar/calendar-turn.ts';
import { getPushKeys } from '../notification/push/push-keys.ts';
import { holdTasks } from '../tasks/hold-tasks.ts';
import { startTasks } from '../tasks/start-tasks.ts';
import { createMember } from '../testing/factories.ts';
import { startDatabaseProxy } from '../testing/outside/database-proxy.ts';
import { startPushService } from '../testing/outside/push-service.ts';
import { startSilentServer } from '../testing/outside/silent-server.ts';
import { drip, startSlowStore } from '../testing/outside/slow-store.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { TIMEOUTS } from '../timeouts.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

test('jobs expire on time while every mail hangs, and a shutdown aborts the mails', async () => {
  const { services } = kindpal;
  let hanging = 0;
  let ended = 0;
  services.mailer.transport = {
    deliver: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        hanging += 1;
        signal.addEventListener('abort', () => {
          ended += 1;
          reject(signal.reason);
        });
      }),
  };
  let expired = 0;
  const expireJobs = async () => {
    expired += 1;
  };
  for (let n = 0; n < 8; n += 1) {
    await services.mailer.send({ to: `${n}@example.org`, subject: 's', html: 'h', text: 't' });
  }
  const stop = await startTasks(services, { expireJobs: ['* * * * *', expireJobs] });
  await vi.waitFor(() => expect(hanging).toBeGreaterThan(1), { timeout: 5000 });
  await services.db.pool.query(`SELECT graphile_worker.add_job('expireJobs')`);
  await vi.waitFor(() => expect(expired).toBeGreaterThan(0), { timeout: 5000 });
  await stop();
  expect(ended).toBe(hanging);
  // Each is retried later: none is held by the stopped node.
  const { rows } = await services.db.pool.query(
    'SELECT count(*)::int AS held FROM graphile_worker.jobs WHERE locked_by IS NOT NULL',
  );
  expect(rows).toEqual([{ held: 0 }]);
  await services.db.pool.query('DELETE FROM graphile_worker._private_jobs');
});

test('emails are sent while every server hangs that a member chose for push and calendar', async () => {
  const { services } = kindpal;
  const silent = await startSilentServer();
  const chosen = `http://127.0.0.1:${silent.port}`;
  const delivered: string[] = [];
  services.mailer.transport = {
    deliver: async ({ to }) => {
      delivered.push(to);
    },
  };
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const keys = { p256dh, auth: 'A'.repeat(22) };
  const turns = new Set(['other push services']);
  for (let n = 0; n < 4; n += 1) {
    const member = await createMember(services.db);
    turns.add(turnOfCalendar(member.id));
    const { notification } = kindpal.callerFor(member);
    await notification.startPush({ endpoint: `${chosen}/${n}`, keys });
    await notification.sendTest();
    await notification.setBusyCalendar({ url: `${chosen}/mine.ics` });
  }
  const stop = await startTasks(services);
  await vi.waitFor(() => expect(silent.connections()).toBe(turns.size), { timeout: 5000 });
  await services.mailer.send({ to: 'a@example.org', subject: 's', html: 'h', text: 't' });
  await vi.waitFor(() => expect(delivered).toContain('a@example.org'), { timeout: 5000 });
  await stop();
  await services.db.pool.query('DELETE FROM graphile_worker._private_jobs');
  await silent.close();
});

test('push messages are sent while the hosts of members’ calendars hang', async () => {
  const { services } = kindpal;
  const silent = await startSilentServer();
  const push = await startPushService(async () => (await getPushKeys(services)).publicKey);
  for (let n = 0; n < 8; n += 1) {
    const { notification } = kindpal.callerFor(await createMember(services.db));
    await notification.setBusyCalendar({ url: `http://127.0.0.1:${silent.port}/mine.ics` });
  }
  // Sooner than a calendar's time is over, on a busy machine as well.
  const soon = { timeout: TIMEOUTS.calendarWhole - 5_000 };
  const stop = await startTasks(services);
  try {
    await vi.waitFor(() => expect(silent.connections()).toBeGreaterThan(0), soon);
    const { notification } = kindpal.callerFor(await createMember(services.db));
    const browser = push.openBrowser();
    await notification.startPush(browser.subscription);
    await notification.sendTest();
    await vi.waitFor(() => expect(browser.shown).toHaveLength(1), soon);
  } finally {
    await stop();
    await services.db.pool.query('DELETE FROM graphile_worker._private_jobs');
    await push.close();
    await silent.close();
  }
});

test('emails are sent while the SMS provider hangs, and codes as text messages while the mail server does', async () => {
  const { services } = kindpal;
  const [mail, sms] = [makeHangingServer(), makeHangingServer()];
  services.mailer.transport = mail;
  services.texter.transport = sms;
  const { id: member_id } = await createMember(services.db);
  const sendBoth = async () => {
    await services.mailer.send({ to: 'a@example.org', subject: 's', html: 'h', text: 't' });
    await services.texter.send({ to: '+12015550100', text: 't', member_id });
  };
  sms.hangs = true;
  for (let n = 0; n < 8; n += 1) await sendBoth();
  const stop = await startTasks(services);
  try {
    await vi.waitFor(() => expect(mail.delivered).toBe(8), { timeout: 5000 });
    expect(sms.delivered).toBe(0);
    sms.letGo();
    mail.hangs = true;
    for (let n = 0; n < 8; n += 1) await sendBoth();
    await vi.waitFor(() => expect(sms.delivered).toBe(16), { timeout: 5000 });
    expect(mail.delivered).toBe(8);
  } finally {
    for (const server of [mail, sms]) server.letGo();
    await stop();
    await services.db.pool.query('DELETE FROM graphile_worker._private_jobs');
  }
});

test('text messages are sent while the image store hangs during several archives and removals', async () => {
  const { services } = kindpal;
  const { images } = services;
  const slow = await startSlowStore(drip);
  services.images = await openImageStore({ ...services.env, storageUrl: slow.url });
  const sms = makeHangingServer();
  services.texter.transport = sms;
  const { id: member_id } = await createMember(services.db);
  for (let n = 0; n < 4; n += 1) {
    const { id } = await createMember(services.db);
    await services.db.pool.query('INSERT INTO files (path, owner_id, bytes) VALUES ($1, $2, 9)', [
      `${id}/cat.webp`,
      id,
    ]);
    const archive = { userId: id, id: randomUUID(), askedAt: services.clock.now() };
    await services.db.drizzle.insert(dataArchive).values(archive);
    await services.tasks.add('make_archive', { id: archive.id });
    await services.tasks.add('remove_image', { path: `${id}/dog.webp` });
  }
  // Sooner than the store's time is over, on a busy machine as well.
  const soon = { timeout: TIMEOUTS.storeWhole - 10_000 };
  const stop = await startTasks(services);
  try {
    // An archive's picture is asked for and then read, a removal is one request.
    await vi.waitFor(() => expect(slow.requests()).toBeGreaterThanOrEqual(3), soon);
    await services.texter.send({ to: '+12015550100', text: 't', member_id });
    await vi.waitFor(() => expect(sms.delivered).toBe(1), soon);
  } finally {
    await stop();
    await services.db.pool.query('DELETE FROM graphile_worker._private_jobs');
    services.images = images;
    await slow.close();
  }
});

/** A transport for emails or text messages whose server accepts them, or hangs. */
function makeHangingServer() {
  const waiting: (() => void)[] = [];
  const server = {
    delivered: 0,
    hangs: false,
    async deliver() {
      if (server.hangs) await new Promise<void>((resolve) => waiting.push(resolve));
      server.delivered += 1;
    },
    letGo() {
      server.hangs = false;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
  return server;
}

/** Queues a task for tomorrow that a worker has locked. */
async function lockTask(worker: string): Promise<void> {
  const { pool } = kindpal.services.db;
  await pool.query(
    `SELECT graphile_worker.add_job('${worker}', job_key := '${worker}', run_at := now() + interval '1 day')`,
  );
  await pool.query(
    'UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = $1 WHERE key = $1',
    [worker],
  );
}

/** The workers that have locked a task. */
async function holders(): Promise<string[]> {
  const { rows } = await kindpal.services.db.pool.query<{ locked_by: string }>(
    'SELECT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL',
  );
  return rows.map(({ locked_by }) => locked_by);
}

test('a task of a node whose network is gone is released within seconds, though PostgreSQL sees its connection', async () => {
  const { services } = kindpal;
  const { log } = services;
  const databaseUrl = services.db.pool.options.connectionString as string;
  const proxy = await startDatabaseProxy(databaseUrl);
  const gone = holdTasks({ databaseUrl: proxy.url, workers: () => ['the gone'], log });
  await vi.waitFor(async () => {
    const { rowCount } = await services.db.pool.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory'
       AND objid::bigint = hashtext('the gone')::bigint & 4294967295`,
    );
    expect(rowCount).toBe(1);
  });
  await lockTask('the gone');
  const looking = holdTasks({ databaseUrl, workers: () => ['the looking'], log });
  proxy.silenceOpened();
  proxy.isSilent = true;
  await vi.waitFor(async () => expect(await holders()).toEqual([]), {
    timeout: 30_000,
    interval: 200,
  });
  expect(gone.lost().aborted).toBe(true);
  await Promise.all([gone.stop(), looking.stop()]);
  proxy.close();
  await services.db.pool.query('DELETE FROM graphile_worker._private_jobs');
});

test('a node whose own connection broke waits again before it releases tasks, so that others can take their locks again', async () => {
  const { services } = kindpal;
  const { pool } = services.db;
  const databaseUrl = pool.options.connectionString as string;
  await lockTask('the late');
  const looking = holdTasks({ databaseUrl, workers: () => ['the looking'], log: services.log });
  const ITS_CONNECTION = `FROM pg_stat_activity WHERE application_name = 'kindpal-hold'
    AND datname = current_database()`;
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(`SELECT query ${ITS_CONNECTION}`);
      expect(rows[0]?.query).toContain('SELECT DISTINCT locked_by');
    },
    { timeout: 5_000 },
  );
  await sleep(3_000);
  const brokenAt = performance.now();
  await pool.query(`SELECT pg_terminate_backend(pid) ${ITS_CONNECTION}`);
  await vi.waitFor(async () => expect(await holders()).toEqual([]), {
    timeout: 20_000,
    interval: 100,
  });
  expect(performance.now() - brokenAt).toBeGreaterThan(6_000);
  await looking.stop();
  await pool.query('DELETE FROM graphile_worker._private_jobs');
});

test('a task of a dead node is released, one of a living node is not', async () => {
  const { services } = kindpal;
  const databaseUrl = services.db.pool.options.connectionString as string;
  const { log } = services;
  const living = holdTasks({ databaseUrl, workers: () => ['the living'], log });
  const looking = holdTasks({ databaseUrl, workers: () => ['the looking'], log });
  for (const name of ['the living', 'the dead']) await lockTask(name);
  // A broken connection is not a dead node: the lock is taken again before another node acts.
  const breaking = setInterval(() => {
    services.db.pool
      .query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'kindpal-hold' AND pid IN (
           SELECT pid FROM pg_locks WHERE locktype = 'advisory'
             AND objid::bigint = hashtext('the living')::bigint & 4294967295)`,
      )
      .catch(() => undefined);
  }, 2_500);
  await vi.waitFor(async () => expect(await holders()).toEqual(['the living']), {
    timeout: 15_000,
    interval: 200,
  });
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  clearInterval(breaking);
  expect(await holders()).toEqual(['the living']);
  expect(living.lost().aborted).toBe(false);
  await Promise.all([living.stop(), looking.stop()]);
  await services.db.pool.query('DELETE FROM graphile_worker._private_jobs');
});
