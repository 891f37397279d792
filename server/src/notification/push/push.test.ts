import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeServices } from '../../compose.ts';
import { runDueTasks } from '../../tasks/start-tasks.ts';
import { createJob, createMember, type TestMember } from '../../testing/factories.ts';
import { untilLockWaits } from '../../testing/lock-waits.ts';
import { startPushService, type TestBrowserPush } from '../../testing/outside/push-service.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { MAPLEWOOD } from '../../testing/sample-places.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { sessionCookie, startTestServer } from '../../testing/test-server.ts';
import { keepNotifications } from '../keep-notifications.ts';
import { isPublicAddress, mayConnectTo } from '../public-host.ts';
import { announceJob } from '../queue/announce-job.ts';
import { notifyByClock } from '../queue/queue-mails.ts';
import { getPushKeys } from './push-keys.ts';
import { postPush } from './push-transport.ts';

let kindpal: TestKindpal;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  service = await startPushService(async () => (await getPushKeys(kindpal.services)).publicKey);
});
afterAll(async () => {
  await service.close();
  await kindpal.stop();
});

const db = () => kindpal.services.db;
const callsOf = (who: TestMember) => kindpal.callerFor(who).notification;

async function turnOn(who: TestMember): Promise<TestBrowserPush> {
  const browser = service.openBrowser();
  await callsOf(who).startPush(browser.subscription);
  return browser;
}

async function sendTest(who: TestMember): Promise<void> {
  await callsOf(who).sendTest();
  await runDueTasks(kindpal.services);
}

const devicesOf = async (who: TestMember) => (await callsOf(who).listPushDevices()).items;

/** A request to resume push in a browser that may have had the caller's subscription. */
const resuming = ({ subscription }: TestBrowserPush) => ({
  ...subscription,
  replaces: subscription.endpoint,
});

/** Ends the session of a member and gives them another one. */
async function signInAgain(who: TestMember): Promise<TestMember> {
  const { rows } = await db().pool.query<{ id: string }>(
    `WITH ended AS (DELETE FROM auth.session WHERE id = $1 RETURNING *)
     INSERT INTO auth.session SELECT (jsonb_populate_record(NULL::auth.session, to_jsonb(ended)
       || jsonb_build_object('id', gen_random_uuid()))).*
     FROM ended RETURNING id`,
    [who.session_id],
  );
  return { ...who, session_id: rows[0]?.id ?? '' };
}

describe('a push message', () => {
  it('is encrypted for the device, signed by this instance, and has no more text than an email', async () => {
    const sitter = await createMember(db(), { role: 'pet_sitter', ...MAPLEWOOD });
    await callsOf(sitter).updateSettings({ quiet_hours: null });
    const browser = await turnOn(sitter);
    const { id } = await createJob(db(), { title: 'Feed Miso' });
    await announceJob(kindpal.services, { id });
    await runDueTasks(kindpal.services);
    expect(browser.shown).toEqual([
      {
        id: expect.any(String),
        title: 'New job near you: “Feed Miso”',
        body: expect.stringMatching(/^It starts .*\. First to claim it gets the job\.$/),
        href: `/jobs/${id}`,
      },
    ]);
    expect(browser.headers).toMatchObject([
      {
        'content-encoding': 'aes128gcm',
        ttl: '43200',
        urgency: 'normal',
        topic: browser.shown[0]?.id.replaceAll('-', ''),
      },
    ]);
  });

  it('arrives once on each device of its member, whatever the number of nodes', async () => {
    const [member, other] = [await createMember(db()), await createMember(db())];
    const [phone, laptop, foreign] = [
      await turnOn(member),
      await turnOn(member),
      await turnOn(other),
    ];
    await db().pool.query(
      `INSERT INTO notifications (member_id, type, event_key, subject_id, created_at)
       VALUES ($1, 'support.test', 'once', $1, $2)`,
      [member.id, kindpal.services.clock.now()],
    );
    const node = await composeServices({
      ...kindpal.services,
      databaseUrl: db().pool.options.connectionString as string,
    });
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => notifyByClock(n % 2 ? node : kindpal.services)),
    );
    await Promise.all([runDueTasks(kindpal.services), runDueTasks(node)]);
    await node.close();
    expect([phone, laptop, foreign].map(({ shown }) => shown.length)).toEqual([1, 1, 0]);
  });

  it('about a new job still comes to a sitter who was signed out when it was first announced, and takes nothing but push', async () => {
    const sitter = await createMember(db(), { role: 'pet_sitter', ...MAPLEWOOD });
    const email_off = ['new_jobs' as const];
    await callsOf(sitter).updateSettings({ quiet_hours: null, email_off, bell_off: email_off });
    const browser = await turnOn(sitter);
    const again = await signInAgain(sitter);
    const { id } = await createJob(db());
    await announceJob(kindpal.services, { id });
    await callsOf(again).startPush(resuming(browser));
    // As after its claim ended and nobody in line took it.
    await announceJob(kindpal.services, { id });
    await runDueTasks(kindpal.services);
    expect(browser.shown).toHaveLength(1);
  });

  it('is not sent about a job that somebody else claimed, nor if its type was switched off', async () => {
    const sitter = await createMember(db(), { role: 'pet_sitter', ...MAPLEWOOD });
    await callsOf(sitter).updateSettings({ quiet_hours: null });
    const browser = await turnOn(sitter);
    const taken = await createJob(db());
    await announceJob(kindpal.services, { id: taken.id });
    await db().pool.query(`UPDATE jobs SET status = 'claimed' WHERE id = $1`, [taken.id]);
    await runDueTasks(kindpal.services);
    await callsOf(sitter).updateSettings({ push_off: ['new_jobs'] });
    await announceJob(kindpal.services, { id: (await createJob(db())).id });
    await runDueTasks(kindpal.services);
    expect(browser.shown).toEqual([]);
  });

  it('waits for the end of the quiet hours', async () => {
    const sitter = await createMember(db(), { role: 'pet_sitter', ...MAPLEWOOD });
    await callsOf(sitter).updateSettings({ time_zone: 'UTC' });
    const browser = await turnOn(sitter);
    const now = new Date('2027-07-14T23:00:00Z');
    kindpal.setNow(now);
    const job = {
      start_date: new Date('2027-08-01T10:00Z'),
      end_date: new Date('2027-08-01T12:00Z'),
    };
    await announceJob(kindpal.services, { id: (await createJob(db(), job)).id });
    await runDueTasks(kindpal.services);
    expect(browser.shown).toEqual([]);
    kindpal.setNow(new Date('2027-07-15T07:00:00Z'));
    const { rows } = await db().pool.query(
      `UPDATE graphile_worker._private_jobs SET run_at = now()
       WHERE run_at = '2027-07-15T07:00:00Z' RETURNING id`,
    );
    expect(rows).toHaveLength(1);
    await runDueTasks(kindpal.services);
    expect(browser.shown).toHaveLength(1);
    kindpal.setNow(null);
  });

  it.each([404, 410])('is the last one to a device whose service answers %i', async (answer) => {
    const member = await createMember(db());
    const browser = await turnOn(member);
    browser.answer = answer;
    await sendTest(member);
    expect(await devicesOf(member)).toEqual([]);
  });

  it.each([400, 401, 403, 413])(
    'is not repeated after %i, and the device stays: the reason may be our clock or this message',
    async (answer) => {
      const member = await createMember(db());
      const browser = await turnOn(member);
      browser.answer = answer;
      await sendTest(member);
      expect(await devicesOf(member)).toHaveLength(1);
      const { rows } = await db().pool.query(
        `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'deliver_push' AND attempts > 0`,
      );
      expect(rows).toEqual([]);
      browser.answer = 201;
      await sendTest(member);
      expect(browser.shown).toHaveLength(1);
    },
  );

  it.each([500, 429])('is tried again after %i, and follows no redirect', async (answer) => {
    const member = await createMember(db());
    const browser = await turnOn(member);
    browser.answer = answer;
    await sendTest(member);
    browser.answer = 201;
    await db().pool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
    await runDueTasks(kindpal.services);
    expect(browser.shown).toHaveLength(1);
    browser.answer = 307;
    await sendTest(member);
    expect(browser.shown).toHaveLength(1);
    expect(await devicesOf(member)).toHaveLength(1);
  });

  it('to a server that is no common browser’s waits for the others of that kind: one that hangs delays nobody else’s', async () => {
    const [member, other] = [await createMember(db()), await createMember(db())];
    const common = [
      'https://fcm.googleapis.com/fcm/send/device',
      'https://updates.push.services.mozilla.com/wpush/v2/device',
      'https://web.push.apple.com/device',
      'https://db5p.notify.windows.com/w/?token=device',
    ];
    const others = [
      'https://fcm.googleapis.com.slow.example/device',
      'https://slow.example/https://fcm.googleapis.com/',
      'https://slowpush.apple.com/device',
    ];
    const { keys } = service.openBrowser().subscription;
    for (const endpoint of common) await callsOf(member).startPush({ endpoint, keys });
    for (const endpoint of others) await callsOf(other).startPush({ endpoint, keys });
    await callsOf(member).sendTest();
    await callsOf(other).sendTest();
    const { rows } = await db().pool.query<{ endpoint: string; queue: string | null }>(
      `DELETE FROM graphile_worker._private_jobs job USING push_subscriptions device
       WHERE device.id::text = job.payload ->> 'subscription'
       RETURNING device.endpoint, (SELECT queue_name
         FROM graphile_worker._private_job_queues queue WHERE queue.id = job.job_queue_id) AS queue`,
    );
    expect(rows).toHaveLength(common.length + others.length);
    for (const { endpoint, queue } of rows) {
      expect([endpoint, queue]).toEqual([
        endpoint,
        others.includes(endpoint) ? 'other push services' : null,
      ]);
    }
  });

  it('is aborted when the node stops, even if its service does not answer', async () => {
    const browser = service.openBrowser();
    browser.answer = null;
    const stopping = new AbortController();
    const sending = postPush(
      { mode: 'test' },
      { endpoint: browser.subscription.endpoint, headers: {}, body: new Uint8Array(1) },
      stopping.signal,
    );
    stopping.abort();
    await expect(sending).rejects.toThrow(/abort/i);
  });

  it('is aborted after a time limit, if its service does not answer', async () => {
    const browser = service.openBrowser();
    browser.answer = null;
    const { endpoint } = browser.subscription;
    const message = { endpoint, headers: {}, body: new Uint8Array(1) };
    const { signal } = new AbortController();
    await expect(postPush({ mode: 'test' }, message, signal, 100)).rejects.toThrow(/abort/i);
  });
});

describe('the devices of a member', () => {
  it('are listed for that member alone, and removed with the session or by the member', async () => {
    const [member, other] = [await createMember(db()), await createMember(db())];
    const browser = await turnOn(member);
    await turnOn(member);
    const [one, ...more] = await devicesOf(member);
    expect(more).toHaveLength(1);
    expect(one?.is_current).toBe(true);
    await callsOf(other).endPush({ id: one?.id ?? '' });
    expect(await devicesOf(member)).toHaveLength(2);
    await callsOf(member).endPush({ id: one?.id ?? '' });
    expect(await devicesOf(member)).toHaveLength(1);
    const again = await signInAgain(member);
    expect(await devicesOf(again)).toEqual([]);
    await sendTest(again);
    expect(browser.shown).toEqual([]);
  });

  it('get notifications again after signing out and in again in the same browser, with one row in the list', async () => {
    const member = await createMember(db());
    const browser = await turnOn(member);
    const again = await signInAgain(member);
    await sendTest(again);
    expect(browser.shown).toEqual([]);
    const { id } = await callsOf(again).startPush(resuming(browser));
    expect(await devicesOf(again)).toMatchObject([{ id, is_current: true }]);
    await sendTest(again);
    expect(browser.shown).toHaveLength(1);
    expect(await callsOf(again).startPush(resuming(browser))).toEqual({ id });
    expect(await devicesOf(again)).toHaveLength(1);
  });

  it('are not resumed for another member who signs in there, nor for the first once the other has turned push on', async () => {
    const [first, second] = [await createMember(db()), await createMember(db())];
    const browser = await turnOn(first);
    const again = await signInAgain(first);
    expect(await callsOf(second).startPush(resuming(browser))).toEqual({ id: null });
    expect(await devicesOf(second)).toEqual([]);
    await sendTest(second);
    expect(browser.shown).toEqual([]);
    await callsOf(second).startPush(browser.subscription);
    expect(await callsOf(again).startPush(resuming(browser))).toEqual({ id: null });
    await sendTest(again);
    expect(browser.shown).toEqual([]);
    await sendTest(second);
    expect(browser.shown).toHaveLength(1);
  });

  it('stay off where they were turned off, from any device', async () => {
    const member = await createMember(db());
    const browser = await turnOn(member);
    const [device] = await devicesOf(member);
    await callsOf(member).endPush({ id: device?.id ?? '' });
    const again = await signInAgain(member);
    expect(await callsOf(again).startPush(resuming(browser))).toEqual({ id: null });
  });

  it('are off once their service has dropped them: a late renewal does not resume them, and turning push on again does', async () => {
    const member = await createMember(db());
    const [old, renewed] = [await turnOn(member), service.openBrowser()];
    old.answer = 410;
    await sendTest(member);
    const renewal = { ...renewed.subscription, replaces: old.subscription.endpoint };
    expect(await callsOf(member).startPush(renewal)).toEqual({ id: null });
    await sendTest(member);
    expect(renewed.shown).toEqual([]);
    await callsOf(member).startPush(renewed.subscription);
    await sendTest(member);
    expect([old.shown.length, renewed.shown.length]).toEqual([0, 1]);
  });

  it('are renewed by the service worker’s own request, which names neither member nor page', async () => {
    const member = await createMember(db());
    const [old, renewed] = [await turnOn(member), service.openBrowser()];
    const server = await startTestServer(kindpal);
    const renew = (init: { as?: TestMember; site?: string }) =>
      server.fetch('/rest/v1/push_subscriptions', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': init.site ?? 'same-origin',
          // Readable by pages, whose browser sends both.
          ...(init.as && {
            cookie: `${sessionCookie(kindpal.services, init.as)}; kindpal_signed_in=1`,
          }),
        },
        body: JSON.stringify({ ...renewed.subscription, replaces: old.subscription.endpoint }),
      });
    expect((await renew({})).status).toBe(401);
    expect((await renew({ as: member, site: 'cross-site' })).status).toBe(403);
    const answer = await renew({ as: member });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ id: (await devicesOf(member))[0]?.id });
    await server.close();
    await sendTest(member);
    expect([old.shown.length, renewed.shown.length]).toEqual([0, 1]);
  });

  it('stay with their member when the browser renews the endpoint while another member is signed in', async () => {
    const [member, other] = [await createMember(db()), await createMember(db())];
    const [old, renewed] = [await turnOn(member), service.openBrowser()];
    const renewal = { ...renewed.subscription, replaces: old.subscription.endpoint };
    expect(await callsOf(other).startPush(renewal)).toEqual({ id: null });
    const [device] = await devicesOf(member);
    expect(await callsOf(member).startPush(renewal)).toEqual({ id: device?.id });
    await sendTest(member);
    expect([old.shown.length, renewed.shown.length]).toEqual([0, 1]);
  });

  it('stay where they were when another member takes the renewed device at the same moment', async () => {
    const [member, other] = [await createMember(db()), await createMember(db())];
    const [old, renewed] = [await turnOn(member), service.openBrowser()];
    const { endpoint, keys } = renewed.subscription;
    const client = await db().pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO push_subscriptions (member_id, session_id, endpoint, p256dh, auth)
         VALUES ($1, $2, $3, $4, $5)`,
        [other.id, other.session_id, endpoint, keys.p256dh, keys.auth],
      );
      const resumed = callsOf(member).startPush({
        ...renewed.subscription,
        replaces: old.subscription.endpoint,
      });
      await untilLockWaits(db().pool, 1, 'update "push_subscriptions"%');
      await client.query('COMMIT');
      expect(await resumed).toEqual({ id: null });
    } finally {
      client.release();
    }
    await sendTest(member);
    expect([old.shown.length, renewed.shown.length]).toEqual([1, 0]);
  });

  it('are deleted a year after their member signed out there', async () => {
    const member = await createMember(db());
    await turnOn(member);
    const again = await signInAgain(member);
    const kept = await turnOn(again);
    await db().pool.query(
      `UPDATE push_subscriptions SET created_at = now() - interval '366 days' WHERE member_id = $1`,
      [member.id],
    );
    await keepNotifications(kindpal.services);
    const { rows } = await db().pool.query(
      'SELECT endpoint FROM push_subscriptions WHERE member_id = $1',
      [member.id],
    );
    expect(rows).toEqual([{ endpoint: kept.subscription.endpoint }]);
  });

  it('show only the notifications of the member who turned push on there last', async () => {
    const [first, second] = [await createMember(db()), await createMember(db())];
    const browser = await turnOn(first);
    await callsOf(second).startPush(browser.subscription);
    await sendTest(first);
    expect(browser.shown).toEqual([]);
    await sendTest(second);
    expect(browser.shown).toHaveLength(1);
    expect(await devicesOf(first)).toEqual([]);
  });

  it('are twenty at most, the newest', async () => {
    const member = await createMember(db());
    await Promise.all(Array.from({ length: 25 }, () => turnOn(member)));
    await turnOn(member);
    expect(await devicesOf(member)).toHaveLength(20);
  });
});

describe('the key pair of an instance', () => {
  it('is created once by many nodes at the same moment, and its private key is encrypted', async () => {
    await db().pool.query('DELETE FROM push_keys');
    const keys = await Promise.all(Array.from({ length: 8 }, () => getPushKeys(kindpal.services)));
    expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
    const { rows } = await db().pool.query('SELECT private_key FROM push_keys');
    expect(rows).toHaveLength(1);
    expect(rows[0].private_key).not.toContain(`${keys[0]?.privateKey}`);
  });

  it('is replaced if another secret encrypted it, and devices that use the old one are deleted', async () => {
    const member = await createMember(db());
    await turnOn(member);
    const { publicKey } = await getPushKeys(kindpal.services);
    const made = await getPushKeys({ db: db(), secret: 'another secret, long enough to be one' });
    expect(made.publicKey).not.toBe(publicKey);
    await db().pool.query('DELETE FROM push_keys');
    expect(await devicesOf(member)).toEqual([]);
  });

  it('applies from then on: a browser’s old subscription is not resumed, and one for the new key gets messages signed with it', async () => {
    const member = await createMember(db());
    const [old, fresh] = [await turnOn(member), service.openBrowser()];
    await getPushKeys({ db: db(), secret: 'another secret, long enough to be one' });
    // Back to the secret of this instance, with which the key is created once more.
    const { publicKey } = await getPushKeys(kindpal.services);
    expect((await callsOf(member).listPushDevices()).public_key).toBe(publicKey);
    expect(await callsOf(member).startPush(resuming(old))).toEqual({ id: null });
    await callsOf(member).startPush(fresh.subscription);
    await sendTest(member);
    // The service refuses what another key has signed.
    expect([old.shown.length, fresh.shown.length]).toEqual([0, 1]);
  });
});

describe('push messages in production', () => {
  const mode = 'production' as const;

  it.each([
    'http://push.example.org/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://169.254.169.254/latest',
    'https://2130706433/x',
    'https://push.example.org:8443/x',
    'https://user:pass@push.example.org/x',
  ])('never go to %s', (endpoint) => {
    expect(mayConnectTo(endpoint, { mode })).toBe(false);
  });

  it('go to services of the internet', () => {
    expect(mayConnectTo('https://fcm.googleapis.com/fcm/send/abc', { mode })).toBe(true);
    expect(isPublicAddress('142.250.74.10')).toBe(true);
    expect(isPublicAddress('2a00:1450:4001::a')).toBe(true);
  });

  it('never reach this machine or a private network', () => {
    for (const address of ['fe80::1', 'fc00::1', '64:ff9b::a00:1', '2002:a00:1::', '100.64.0.1']) {
      expect(isPublicAddress(address)).toBe(false);
    }
  });

  it('are refused when the device is turned on', async () => {
    const other = await startTestKindpal({
      settings: { KINDPAL_MODE: 'production', APP_URL: 'https://kindpal.example' },
    });
    const member = await createMember(other.services.db);
    const { subscription } = service.openBrowser();
    expect(await refusalOf(other.callerFor(member).notification.startPush(subscription))).toBe(
      'PUSH_SERVICE_REFUSED',
    );
    await other.stop();
  });
});

it('an address of a push service is written as browsers send it: others would not fit its index', async () => {
  const member = await createMember(kindpal.services.db);
  const { keys } = service.openBrowser().subscription;
  const endpoint = `https://push.example/${'\u4e00'.repeat(950)}`;
  expect(await refusalOf(callsOf(member).startPush({ endpoint, keys }))).toBe('INVALID_INPUT');
});
