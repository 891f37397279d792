import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eraseDueMembers } from '../deletion/erase-due-members.ts';
import { runDueTasks } from '../tasks/start-tasks.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
import { startPushService, type TestBrowserPush } from '../testing/outside/push-service.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { joinKindpal, PASSWORD, type TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { getPushKeys } from './push/push-keys.ts';
import { getLinkId } from './queries.ts';
import { notifyByClock } from './queue/queue-mails.ts';
import { mailedSettingsUrl } from './settings/mailed-settings.ts';

let kindpal: TestKindpal;
let server: TestServer;
let service: Awaited<ReturnType<typeof startPushService>>;
let admin: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
  service = await startPushService(async () => (await getPushKeys(kindpal.services)).publicKey);
  admin = await createMember(kindpal.services.db, { app_role: 'admin' });
});
afterAll(async () => {
  await service.close();
  await server.close();
  await kindpal.stop();
});
afterEach(() => kindpal.setNow(null));

const DAY = 86_400_000;
const db = () => kindpal.services.db;

type Reached = {
  id: string;
  browser: TestBrowser;
  device: TestBrowserPush;
  feed: string;
  link: URL;
  token: string;
};

/** A member with a device, a calendar feed and an email's link, all of which work. */
async function createReached(): Promise<Reached> {
  const { id, browser } = await joinKindpal(kindpal.services);
  const device = service.openBrowser();
  await browser.send((api) => api.notification.startPush(device.subscription));
  const { url } = await browser.send((api) => api.notification.startCalendarFeed());
  const linkId = await getLinkId(db().drizzle, id);
  const link = new URL(mailedSettingsUrl(kindpal.services, linkId, { type: 'jobs.claimed' }));
  const token = link.searchParams.get('token') ?? '';
  expect((await server.fetch(pathOf(url ?? ''))).status).toBe(200);
  return { id, browser, device, feed: pathOf(url ?? ''), link, token };
}

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

/** What a mail program does when its recipient clicks unsubscribe. */
const click = async ({ link }: Reached) =>
  (await server.fetch(`${link.pathname}${link.search}`, { method: 'POST' })).status;

const settingsAt = ({ token }: Reached) =>
  kindpal.callerFor(null).notification.getMailedSettings({ token });

/** Notifies a member of something that every member is notified of, and delivers it. */
async function notify({ id }: Reached): Promise<void> {
  await db().pool.query(
    `INSERT INTO notifications (member_id, type, event_key, subject_id)
     VALUES ($1, 'support.test', gen_random_uuid(), $1)`,
    [id],
  );
  await notifyByClock(kindpal.services);
  await runDueTasks(kindpal.services);
}

const suspend = ({ id }: Reached, ends_at: string | null) =>
  kindpal.callerFor(admin).moderation.suspend({ member_id: id, ends_at, reason: 'Spam' });

describe.each([
  ['suspended', new Date(Date.now() + 7 * DAY).toISOString()],
  ['banned', null],
])('a member who was %s', (_, ends_at) => {
  it('gets nothing on their device and in their calendar, but can still unsubscribe [S4]', async () => {
    const member = await createReached();
    await notify(member);
    expect(member.device.shown).toHaveLength(1);
    await suspend(member, ends_at);
    await notify(member);
    expect(member.device.shown).toHaveLength(1);
    const { rows } = await db().pool.query(
      `SELECT mail_state FROM notifications WHERE member_id = $1 AND type = 'support.test'
       ORDER BY created_at`,
      [member.id],
    );
    expect(rows.map(({ mail_state }) => mail_state)).toEqual(['sent', 'suppressed']);
    expect((await server.fetch(member.feed)).status).toBe(404);

    expect(await click(member)).toBe(200);
    const jobs = (await settingsAt(member)).groups.find(({ group }) => group === 'jobs');
    expect(jobs?.types).toContainEqual(
      expect.objectContaining({ type: 'jobs.claimed', email: false }),
    );
    expect(Object.keys(await settingsAt(member))).toEqual(['groups']);
  });
});

it('a message that is queued for a device is not sent after its member is suspended [S4]', async () => {
  const member = await createReached();
  await db().pool.query(
    `INSERT INTO notifications (member_id, type, event_key, subject_id)
     VALUES ($1, 'support.test', 'queued', $1)`,
    [member.id],
  );
  await notifyByClock(kindpal.services);
  await suspend(member, null);
  await runDueTasks(kindpal.services);
  expect(member.device.shown).toEqual([]);
});

it('after a member has left, no link, feed or device of theirs works, and all say the same as unknown ones [X1]', async () => {
  const member = await createReached();
  await member.browser.send((api) => api.deletion.request({ current_password: PASSWORD }));
  kindpal.setNow(new Date(Date.now() + 15 * DAY));
  await eraseDueMembers(kindpal.services);
  await runDueTasks(kindpal.services);
  expect((await server.fetch(member.feed)).status).toBe(404);
  expect(await click(member)).toBe(410);
  expect(await refusalOf(settingsAt(member))).toBe('LINK_EXPIRED');
  expect(
    await refusalOf(
      kindpal
        .callerFor(null)
        .notification.updateMailedSettings({ token: member.token, email_off: ['jobs'] }),
    ),
  ).toBe('LINK_EXPIRED');
  expect(member.device.shown).toEqual([]);
  const { rows } = await db().pool.query(
    `SELECT FROM push_subscriptions WHERE member_id = $1
     UNION ALL SELECT FROM notifications WHERE member_id = $1
     UNION ALL SELECT FROM notification_settings WHERE member_id = $1`,
    [member.id],
  );
  expect(rows).toEqual([]);
});
