import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeServices } from './compose.ts';
import { getPushKeys } from './notification/push/push-keys.ts';
import type { Services } from './services.ts';
import { createMember } from './testing/factories.ts';
import { refusalOf } from './testing/refusal-of.ts';
import {
  joinKindpal,
  linkParameter,
  mintInvite,
  PASSWORD,
  readMailbox,
  signUpForm,
  TestBrowser,
} from './testing/test-browser.ts';
import { callersOf, startTestKindpal, type TestKindpal } from './testing/test-kindpal.ts';
import { startTestServer } from './testing/test-server.ts';

// docs/operating.md tells operators what is lost with the secret, and what is not.
let kindpal: TestKindpal;
let after: Services & { close(): Promise<void> };
beforeAll(async () => {
  kindpal = await startTestKindpal();
  const { env, log, db } = kindpal.services;
  const databaseUrl = String(db.pool.options.connectionString);
  const secret = 'the one that was made when the first was lost';
  after = await composeServices({ env, log, secret, databaseUrl });
});
afterAll(async () => {
  await after.close();
  await kindpal.stop();
});

test('members whose community lost its secret sign in again, with the links and invites they had', async () => {
  const { services } = kindpal;
  const { email, id } = await joinKindpal(services);
  const invite = await mintInvite(services);
  await new TestBrowser(services).send((api) => api.account.recover({ email }));
  const [mail] = await readMailbox(services, email);
  const browser = () => new TestBrowser(after);
  const input = { grant_type: 'password' as const, email, password: PASSWORD };
  expect((await browser().send((api) => api.account.token(input))).user.id).toBe(id);
  await browser().send((api) => api.account.signUp(signUpForm(invite)));
  const token = linkParameter(mail, 'access_token');
  const reset = { type: 'recovery' as const, token, password: 'Battery-Staple-2' };
  expect((await browser().send((api) => api.account.verify(reset))).session?.user.id).toBe(id);
});

test('mails queued when the secret was lost are dropped, and nothing waits for them', async () => {
  const { services } = kindpal;
  const { email } = await joinKindpal(services);
  await readMailbox(services, email);
  const had = await readMailbox(services, email);
  await services.mailer.send({ to: email, subject: 'Queued', html: 'h', text: 't' });
  await new TestBrowser(services).send((api) => api.account.recover({ email }));
  expect(await readMailbox(after, email)).toEqual(had);
  const { rows } = await services.db.pool.query('SELECT FROM graphile_worker.jobs');
  expect(rows).toEqual([]);
});

test('an earlier newsletter link is refused, and the same address can subscribe again', async () => {
  const { services } = kindpal;
  const reader = 'reader@example.org';
  const subscribe = (from: Services) =>
    new TestBrowser(from).send((api) => api.newsletter.subscribe({ email: reader }));
  const confirm = (token: string) =>
    new TestBrowser(after).send((api) => api.newsletter.confirm({ token }));
  await subscribe(services);
  const [old] = await readMailbox(services, reader);
  expect(await refusalOf(confirm(linkParameter(old, 'token')))).toBe('LINK_EXPIRED');
  await subscribe(after);
  const [mail] = await readMailbox(after, reader);
  await expect(confirm(linkParameter(mail, 'token'))).resolves.toBeDefined();
});

test('a calendar feed gets a new address, a member’s own calendar is entered again, and push is off', async () => {
  const { db } = kindpal.services;
  const member = await createMember(db);
  const before = kindpal.callerFor(member).notification;
  const now = callersOf(after)(member).notification;
  const old = await before.startCalendarFeed();
  const { url } = await now.getCalendarFeed();
  const server = await startTestServer({ ...kindpal, services: after });
  const read = async (address: string | null) =>
    (await server.fetch(`${address}`.replace(after.env.appUrl, ''))).status;
  expect([await read(old.url), await read(url)]).toEqual([404, 200]);
  await server.close();

  await before.setBusyCalendar({ url: 'https://calendar.example.org/mine.ics' });
  expect(await now.getBusyCalendar()).toMatchObject({ host: null });

  await getPushKeys(kindpal.services);
  await db.pool.query(
    `INSERT INTO push_subscriptions (member_id, endpoint, p256dh, auth)
     VALUES ($1, 'https://push.example.org/1', 'p', 'a')`,
    [member.id],
  );
  await getPushKeys(after);
  const { rowCount } = await db.pool.query('SELECT FROM push_subscriptions');
  expect(rowCount).toBe(0);
});
