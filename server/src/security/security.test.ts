import type { SecurityEvent } from '@kindpal/contract/security/schema';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAILED_CHANGES_AN_HOUR, NEW_DEVICE_MAILS_A_DAY } from '../access/limits/limits.ts';
import { calendarFeedApp } from '../notification/calendar/calendar-feed.ts';
import { outcomeOf } from '../testing/refusal-of.ts';
import {
  joinKindpal,
  linkParameter,
  openPage,
  PASSWORD,
  readMailbox,
  TestBrowser,
} from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { pruneSecurityEvents } from './prune-security-events.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());
afterEach(() => kindpal.setNow(null));

const DAY = 86_400_000;
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';

/** A browser with a user agent and the headers that browsers send. */
function browse(userAgent: string, services = kindpal.services): TestBrowser {
  const browser = openPage(services);
  browser.userAgent = userAgent;
  return browser;
}

const signIn = (browser: TestBrowser, email: string, password = PASSWORD) =>
  browser.send((api) => api.account.token({ grant_type: 'password', email, password }));

const listDevices = async (browser: TestBrowser) =>
  (await browser.send((api) => api.security.listDevices())).items;

async function listEvents(browser: TestBrowser): Promise<SecurityEvent[]> {
  return (await browser.send((api) => api.security.listEvents({ limit: 50 }))).items;
}

const kindsOf = async (browser: TestBrowser) => (await listEvents(browser)).map(({ kind }) => kind);

const isSignedIn = async (browser: TestBrowser) =>
  (await browser.send((api) => api.account.getSession())).session !== null;

/** Records that many events of a member. */
const record = (id: string, kind: SecurityEvent['kind'], times: number) =>
  kindpal.asOwner(`INSERT INTO auth.security_event (user_id, kind)
    SELECT '${id}', '${kind}' FROM generate_series(1, ${times})`);

/** The links 'This wasn't me' in a mailbox, newest first. */
async function disownTokens(email: string): Promise<string[]> {
  const mails = await readMailbox(kindpal.services, email);
  return mails
    .filter(({ text }) => text.includes('/not-me?'))
    .map((mail) => linkParameter(mail, 'token'));
}

const disown = (token: string) =>
  browse(WINDOWS).send((api) => api.account.verify({ type: 'not_me', token }));

/** A member on their own phone, and an intruder signed in as them on another. */
async function createTheft() {
  const { browser, email, id } = await joinKindpal(kindpal.services);
  const thief = browse(ANDROID);
  await signIn(thief, email);
  const [token = ''] = await disownTokens(email);
  return { browser, email, id, thief, token };
}

async function changeAddress(browser: TestBrowser, to: string): Promise<void> {
  await browser.send((api) => api.account.updateUser({ email: to, current_password: PASSWORD }));
  const [confirm] = await readMailbox(kindpal.services, to);
  const token = linkParameter(confirm, 'token');
  await browser.send((api) => api.account.verify({ type: 'email_change', token }));
}

type Theft = Awaited<ReturnType<typeof createTheft>>;

async function resetPassword({ email }: Theft) {
  const browser = browse(WINDOWS);
  await browser.send((api) => api.account.recover({ email }));
  const [mail] = await readMailbox(kindpal.services, email);
  const token = linkParameter(mail, 'access_token');
  const password = 'Battery-Staple-2';
  await browser.send((api) => api.account.verify({ type: 'recovery', token, password }));
}

/** What members do when somebody else was in their account. */
const MEASURES: [string, (theft: Theft) => Promise<unknown>][] = [
  ['‘This wasn’t me’', ({ token }) => disown(token)],
  ['a password reset', resetPassword],
  [
    'a new password',
    ({ browser }) =>
      browser.send((api) =>
        api.account.updateUser({ password: 'Battery-Staple-2', current_password: PASSWORD }),
      ),
  ],
  [
    'signing out the other device',
    async ({ browser }) => {
      const { items } = await browser.send((api) => api.security.listDevices());
      const { id } = items.find(({ is_current }) => !is_current) ?? { id: '' };
      await browser.send((api) => api.security.endSession({ id }));
    },
  ],
  [
    'signing out all other devices',
    ({ browser }) => browser.send((api) => api.account.signOut({ scope: 'others' })),
  ],
  [
    'signing out everywhere',
    ({ browser }) => browser.send((api) => api.account.signOut({ scope: 'global' })),
  ],
];
it.each(MEASURES)(
  '%s ends a calendar feed whose address somebody may have copied [U6]',
  async (_, take) => {
    const theft = await createTheft();
    const { url } = await theft.thief.send((api) => api.notification.startCalendarFeed());
    const { pathname, search } = new URL(url ?? '');
    const read = () => calendarFeedApp(kindpal.services).request(`${pathname}${search}`);
    expect((await read()).status).toBe(200);
    await take(theft);
    expect((await read()).status).toBe(404);
  },
);

it('the email about a new password says that a calendar feed ended, only if there was one [U5]', async () => {
  for (const hadFeed of [true, false]) {
    const theft = await createTheft();
    if (hadFeed) await theft.thief.send((api) => api.notification.startCalendarFeed());
    await resetPassword(theft);
    const mails = await readMailbox(kindpal.services, theft.email);
    const mail = mails.find(({ subject }) => subject.includes('password was changed'));
    expect(mail?.text.includes('calendar feed')).toBe(hadFeed);
  }
});

describe('devices', () => {
  it('are shown to their member by browser and system, the current one first, and to nobody else [U6]', async () => {
    const { email } = await joinKindpal(kindpal.services);
    await joinKindpal(kindpal.services);
    const [phone, tablet, computer] = [browse(ANDROID), browse(IPHONE), browse(WINDOWS)];
    for (const one of [phone, tablet, computer]) await signIn(one, email);
    const devices = await listDevices(tablet);
    expect(devices).toHaveLength(4);
    expect(devices[0]).toMatchObject({ browser: 'Safari', os: 'iOS', is_current: true });
    expect(
      devices
        .slice(1)
        .map(({ browser, os }) => `${browser} ${os}`)
        .sort(),
    ).toEqual(['Chrome Android', 'Firefox Windows', 'null null']);
    expect(devices.filter(({ is_current }) => is_current)).toHaveLength(1);
  });

  it('are signed out one by one: session and streams end, the others stay [U6]', async () => {
    const { browser, email, id } = await joinKindpal(kindpal.services);
    const phone = browse(ANDROID);
    await signIn(phone, email);
    const [, lost] = await listDevices(browser);
    const sessionId = lost?.id ?? '';
    const ended = new Promise<void>((resolve) => {
      kindpal.services.live.subscribe({
        memberId: id,
        sessionId,
        isStaff: false,
        send: () => undefined,
        end: resolve,
      });
    });
    await browser.send((api) => api.security.endSession({ id: sessionId }));
    await ended;
    expect(await isSignedIn(phone)).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await listDevices(browser)).toHaveLength(1);
  });

  it('cancel the address that was requested there when they are signed out [U6] [U8]', async () => {
    const { browser, email } = await joinKindpal(kindpal.services);
    const next = `next-${email}`;
    const phone = browse(ANDROID);
    await signIn(phone, email);
    await phone.send((api) => api.account.updateUser({ email: next, current_password: PASSWORD }));
    const [mail] = await readMailbox(kindpal.services, next);
    const [, lost] = await listDevices(browser);
    await browser.send((api) => api.security.endSession({ id: lost?.id ?? '' }));
    const token = linkParameter(mail, 'token');
    const confirmed = browse(ANDROID).send((api) =>
      api.account.verify({ type: 'email_change', token }),
    );
    expect(await outcomeOf(confirmed)).toBe('TOKEN_REFUSED');
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('of somebody else can be neither ended nor detected [U6]', async () => {
    const { browser } = await joinKindpal(kindpal.services);
    const other = await joinKindpal(kindpal.services);
    const [theirs] = await listDevices(other.browser);
    await browser.send((api) => api.security.endSession({ id: theirs?.id ?? '' }));
    expect(await isSignedIn(other.browser)).toBe(true);
    expect(await kindsOf(browser)).toEqual(['signed_in']);
  });
});

describe('the events of an account', () => {
  it('include sign-ins, failures merged, a new password, and signed-out devices [U6]', async () => {
    const { browser, email } = await joinKindpal(kindpal.services);
    const phone = browse(ANDROID);
    for (let n = 0; n < 3; n++) {
      await outcomeOf(signIn(phone, email, 'Wrong-Horse-1'));
    }
    await signIn(phone, email);
    await browser.send((api) =>
      api.account.updateUser({ password: 'Correct-Horse-2', current_password: PASSWORD }),
    );
    const events = await listEvents(browser);
    expect(events.map(({ kind }) => kind)).toEqual([
      'session_ended',
      'password_changed',
      'new_device',
      'sign_in_failed',
      'signed_in',
    ]);
    expect(events[3]).toMatchObject({ times: 3, browser: 'Chrome', os: 'Android' });
    expect(JSON.stringify(events)).not.toContain('203.0.113.7');
  });

  it('come in pages and are removed after 90 days [U6]', async () => {
    const { browser, email, id } = await joinKindpal(kindpal.services);
    for (let n = 0; n < 4; n++) await signIn(browse(ANDROID), email);
    const first = await browser.send((api) => api.security.listEvents({ limit: 3 }));
    const cursor = first.next_cursor ?? '';
    const rest = await browser.send((api) => api.security.listEvents({ limit: 3, cursor }));
    expect(first.items).toHaveLength(3);
    expect(rest.items.map(({ kind }) => kind)).toEqual(['new_device', 'signed_in']);
    expect(rest.next_cursor).toBeNull();

    const count = async () => {
      const { rows } = await kindpal.services.db.pool.query(
        'SELECT FROM auth.security_event WHERE user_id = $1',
        [id],
      );
      return rows.length;
    };
    kindpal.setNow(new Date(Date.now() + 89 * DAY));
    await pruneSecurityEvents(kindpal.services);
    expect(await count()).toBe(5);
    kindpal.setNow(new Date(Date.now() + 91 * DAY));
    await pruneSecurityEvents(kindpal.services);
    expect(await count()).toBe(0);
  });
});

it('a change that can be repeated is refused after so many emails in an hour; recovery never is [U5] [U6]', async () => {
  const { browser, id, email } = await joinKindpal(kindpal.services);
  const ask = () =>
    outcomeOf(browser.send((api) => api.deletion.request({ current_password: PASSWORD })));
  await record(id, 'passkey_removed', MAILED_CHANGES_AN_HOUR - 1);
  expect(await ask()).toBe('ok');
  await browser.send((api) => api.deletion.withdraw());
  expect(await ask()).toBe('TOO_MANY_REQUESTS');
  expect((await browser.send((api) => api.deletion.get())).due_at).toBeNull();
  const mails = await readMailbox(kindpal.services, email);
  expect(mails.filter(({ text }) => text.includes('/not-me?'))).toHaveLength(1);
  await browser.send((api) => api.account.recover({ email }));
  const token = linkParameter((await readMailbox(kindpal.services, email))[0], 'access_token');
  const password = 'Battery-Staple-2';
  const reset = browse(ANDROID).send((api) =>
    api.account.verify({ type: 'recovery', token, password }),
  );
  expect(await outcomeOf(reset)).toBe('ok');
  await kindpal.asOwner(`UPDATE auth.security_event SET created_at = now() - interval '2 hours'
    WHERE user_id = '${id}'`);
  const again = browse(ANDROID);
  await signIn(again, email, password);
  const asked = again.send((api) => api.deletion.request({ current_password: password }));
  expect(await outcomeOf(asked)).toBe('ok');
});

describe('a sign-in on a new device', () => {
  it('is emailed and in the bell; joining and known browsers are not [U6]', async () => {
    const { browser, email } = await joinKindpal(kindpal.services);
    const phone = browse(ANDROID);
    await signIn(phone, email);
    await signIn(phone, email);
    const mails = await readMailbox(kindpal.services, email);
    const told = mails.filter(({ subject }) => subject === 'New sign-in to your account');
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('Chrome on Android');
    const { items } = await browser.send((api) => api.notification.list({}));
    expect(items.map(({ title, href }) => [title, href])).toEqual([
      ['Your account was used on a new device', '/security'],
    ]);
  });

  it('is emailed only so often in a day, as the mailbox may be a stranger’s [U6]', async () => {
    const { id, email } = await joinKindpal(kindpal.services);
    const told = async () =>
      (await readMailbox(kindpal.services, email)).filter(({ text }) => text.includes('/not-me?'));
    await record(id, 'new_device', NEW_DEVICE_MAILS_A_DAY - 1);
    await signIn(browse(ANDROID), email);
    expect(await told()).toHaveLength(1);
    const phone = browse(IPHONE);
    await signIn(phone, email);
    expect(await told()).toHaveLength(1);
    expect((await listEvents(phone)).filter(({ os }) => os === 'iOS')).toHaveLength(1);
  });

  it('shows its member no text that a thief sends as the name of a browser [U6]', async () => {
    const { browser, email } = await joinKindpal(kindpal.services);
    const thief = browse('Your account is locked: call us at evil.example/1 (Windows NT 10.0) x');
    await outcomeOf(signIn(thief, email, 'Wrong-Horse-1'));
    await signIn(thief, email);
    const [mail] = await readMailbox(kindpal.services, email);
    expect(mail?.text).toContain('on a new device: Windows');
    const read = [mail, await listEvents(browser), await listDevices(browser)];
    expect(JSON.stringify(read)).not.toMatch(/evil|locked/);
  });

  it('of an API client is emailed once per network and program [U6]', async () => {
    const { email } = await joinKindpal(kindpal.services);
    for (const userAgent of ['robot/1', 'robot/1', 'robot/2']) {
      const client = new TestBrowser(kindpal.services);
      client.userAgent = userAgent;
      await signIn(client, email);
    }
    expect(await disownTokens(email)).toHaveLength(2);
  });

  it('that was somebody else is ended with one press: every session, the password, and a link to recover [U6]', async () => {
    const { browser, email, thief, token } = await createTheft();
    await disown(token);
    expect([await isSignedIn(browser), await isSignedIn(thief)]).toEqual([false, false]);
    expect(await outcomeOf(signIn(thief, email))).toBe('WRONG_CREDENTIALS');

    const mails = await readMailbox(kindpal.services, email);
    const reset = mails.find(({ text }) => text.includes('/reset-password'));
    const { session } = await browser.send((api) =>
      api.account.verify({
        type: 'recovery',
        token: linkParameter(reset, 'access_token'),
        password: 'Correct-Horse-2',
      }),
    );
    expect(session?.user.email).toBe(email);
    expect(await kindsOf(browser)).toContain('disowned');
  });

  it('restores the address that the thief had changed meanwhile [U6] [U8]', async () => {
    const { browser, email, thief, token } = await createTheft();
    const stolen = `thief-${email}`;
    await changeAddress(thief, stolen);
    await disown(token);
    expect(await isSignedIn(thief)).toBe(false);
    const [reset] = await readMailbox(kindpal.services, email);
    expect(reset?.text).toContain('/reset-password');
    const toThief = await readMailbox(kindpal.services, stolen);
    expect(toThief.some(({ text }) => text.includes('/reset-password'))).toBe(false);
    await browser.send((api) =>
      api.account.verify({
        type: 'recovery',
        token: linkParameter(reset, 'access_token'),
        password: 'Correct-Horse-2',
      }),
    );
    const { session } = await browser.send((api) => api.account.getSession());
    expect(session?.user.email).toBe(email);
  });

  it('is not disowned from a mailbox that the member left more than three days ago [U6] [U8]', async () => {
    const { browser, email, token } = await createTheft();
    await changeAddress(browser, `next-${email}`);
    kindpal.setNow(new Date(Date.now() + 73 * 3_600_000));
    expect(await outcomeOf(disown(token))).toBe('TOKEN_REFUSED');
    kindpal.setNow(null);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('is disowned once, within 7 days, by an unforgeable link [U6]', async () => {
    const { token } = await createTheft();
    const presses = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(disown(token))));
    expect(presses.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(new Set(presses)).toEqual(new Set(['ok', 'TOKEN_REFUSED']));
    expect(await outcomeOf(disown('guess'))).toBe('TOKEN_REFUSED');

    const late = await createTheft();
    kindpal.setNow(new Date(Date.now() + 8 * DAY));
    expect(await outcomeOf(disown(late.token))).toBe('TOKEN_REFUSED');
    kindpal.setNow(null);
    expect(await isSignedIn(late.browser)).toBe(true);
  });
});

it('a browser that somebody else used counts as new after ‘This wasn’t me’, but not the browser of a reset [U6]', async () => {
  const { email, thief, token } = await createTheft();
  await disown(token);
  const [given] = await readMailbox(kindpal.services, email);
  const own = browse(WINDOWS);
  const password = 'Battery-Staple-2';
  const link = linkParameter(given, 'access_token');
  await own.send((api) => api.account.verify({ type: 'recovery', token: link, password }));
  const newDevices = async () => (await disownTokens(email)).length;
  const before = await newDevices();
  const again = { grant_type: 'password' as const, email, password };
  await own.send((api) => api.account.token(again));
  expect(await newDevices()).toBe(before);
  await thief.send((api) => api.account.token(again));
  expect(await newDevices()).toBe(before + 1);
});

it('an API client that somebody else used counts as new after ‘This wasn’t me’ [U6]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const robot = () => {
    const client = new TestBrowser(kindpal.services);
    client.userAgent = 'robot/1';
    return client;
  };
  await signIn(robot(), email);
  const [token = ''] = await disownTokens(email);
  await disown(token);
  const [given] = await readMailbox(kindpal.services, email);
  const link = { type: 'recovery' as const, token: linkParameter(given, 'access_token') };
  const password = 'Battery-Staple-2';
  await browse(WINDOWS).send((api) => api.account.verify({ ...link, password }));
  const before = (await disownTokens(email)).length;
  for (let n = 0; n < 2; n += 1) await signIn(robot(), email, password);
  expect(await disownTokens(email)).toHaveLength(before + 1);
});

it('a reset link that only signs in tells its member about a browser from before all sessions ended [U5] [U6]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const earlier = browse(ANDROID);
  await signIn(earlier, email);
  await browser.send((api) => api.account.signOut({ scope: 'global' }));
  const before = (await disownTokens(email)).length;
  await browser.send((api) => api.account.recover({ email }));
  const mail = (await readMailbox(kindpal.services, email)).find(({ text }) =>
    text.includes('/reset-password'),
  );
  const token = linkParameter(mail, 'access_token');
  await earlier.send((api) => api.account.verify({ type: 'recovery', token }));
  expect(await disownTokens(email)).toHaveLength(before + 1);
});
