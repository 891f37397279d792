import { CONFIRM_DAYS } from '@kindpal/contract/account/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signCookie } from '../../access/signed-cookie.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import {
  joinKindpal,
  linkParameter,
  mintInvite,
  openPage,
  readMailbox,
  signUpForm,
  TestBrowser,
} from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

const NAME = '__Host-kindpal.session_token';
const EARLIER = '__Secure-kindpal.session_token';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal({ settings: { APP_URL: 'https://kindpal.example' } });
});
afterAll(() => kindpal.stop());

const sessionOf = async (browser: TestBrowser) =>
  (await browser.send((api) => api.account.getSession())).session;
const isSignedIn = async (browser: TestBrowser) => (await sessionOf(browser)) !== null;
const setBy = (browser: TestBrowser, name: string) =>
  browser.received.find((line) => line.startsWith(`${name}=`));

/** A browser whose session began with an earlier release. */
async function browserOfEarlierRelease() {
  const { services } = kindpal;
  const { id } = await joinKindpal(services);
  const token = `k3Jd9sLw0aQz7XvB2nMfR5tYc8HuEp${Math.random().toString(36).slice(2, 10)}`;
  await kindpal.asOwner(`INSERT INTO auth.session (token, user_id, expires_at)
    VALUES ('${token}', '${id}', now() + interval '10 days')`);
  const browser = new TestBrowser(services);
  browser.cookies.set(EARLIER, signCookie(token, services.secret));
  browser.cookies.set('kindpal_signed_in', '1');
  return { browser, id };
}

test('over https no other host of the domain can set a member’s session cookie [U7]', async () => {
  const { browser } = await joinKindpal(kindpal.services);
  const line = setBy(browser, NAME) ?? '';
  // What browsers demand of a cookie with this prefix.
  expect(line).toContain('; Secure');
  expect(line).toContain('; Path=/;');
  expect(line).not.toContain('Domain');
  expect(line).toContain('; HttpOnly; SameSite=Lax');
  expect(await isSignedIn(browser)).toBe(true);
  // Another host could set one with the earlier name: neither without a session of this one …
  const planted = browser.cookies.get(NAME) ?? '';
  const victim = new TestBrowser(kindpal.services);
  victim.cookies.set(EARLIER, planted);
  expect(await isSignedIn(victim)).toBe(false);
  expect(victim.cookies.has(EARLIER)).toBe(false);
  // … nor beside it does it count.
  const { browser: other, id } = await joinKindpal(kindpal.services);
  other.cookies.set(EARLIER, planted);
  expect((await sessionOf(other))?.user.id).toBe(id);
});

test('nobody is signed out by the upgrade: a session under the earlier name continues under the present one [U7]', async () => {
  const { browser, id } = await browserOfEarlierRelease();
  expect((await sessionOf(browser))?.user.id).toBe(id);
  expect(setBy(browser, NAME)).toContain('; Secure');
  expect([browser.cookies.has(NAME), browser.cookies.has(EARLIER)]).toEqual([true, false]);
  expect((await sessionOf(browser))?.user.id).toBe(id);
  // Once is enough.
  expect(browser.received).toEqual([]);
});

test('such a session is also renamed when a page renews it, and ends when its member signs out [U6] [U7]', async () => {
  const { browser, id } = await browserOfEarlierRelease();
  const renewed = await browser.send((api) => api.account.token({ grant_type: 'refresh_token' }));
  expect(renewed.user.id).toBe(id);
  expect([browser.cookies.has(NAME), browser.cookies.has(EARLIER)]).toEqual([true, false]);
  const sessions = await kindpal.asOwner(`SELECT
    extract(day FROM expires_at - now())::int AS days FROM auth.session WHERE user_id = '${id}'
    ORDER BY expires_at LIMIT 1`);
  expect(sessions).toEqual([9]);
  const { browser: second } = await browserOfEarlierRelease();
  const kept = second.cookies.get(EARLIER) ?? '';
  await second.send((api) => api.account.signOut({ scope: 'local' }));
  expect([...second.cookies.keys()].filter((name) => name.includes('session'))).toEqual([]);
  second.cookies.set(EARLIER, kept);
  expect(await isSignedIn(second)).toBe(false);
});

test('nor the cookie of a browser where somebody joined: with it, the owner of an address would share what that person set up [U1]', async () => {
  kindpal.services.env.smtpUrl = 'smtp://mail.example.org';
  const joining = openPage(kindpal.services);
  const code = await mintInvite(kindpal.services);
  await joining.send((api) => api.account.signUp(signUpForm(code)));
  kindpal.services.env.smtpUrl = undefined;
  const [name = ''] = [...joining.cookies.keys()].filter((one) => /newcomer/.test(one));
  expect(name).toBe('__Host-kindpal.newcomer');
  expect(setBy(joining, name)).toContain('; Path=/;');
  // They may confirm until then, also after closing the browser.
  expect(setBy(joining, name)).toContain(`; Max-Age=${CONFIRM_DAYS * 24 * 60 * 60};`);
  const { email } = (await joining.send((api) => api.account.getUser())) ?? {};
  const owner = openPage(kindpal.services);
  owner.cookies.set(`\u00a0${name}`, joining.cookies.get(name) ?? '');
  await owner.send((api) => api.account.requestCode({ email }));
  const [mail] = await readMailbox(kindpal.services, email ?? '');
  const token = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
  await owner.send((api) => api.account.verify({ type: 'email', email, token }));
  expect(await isSignedIn(joining)).toBe(false);
});

test('nor the cookie of a browser that asked for a code: a link that its owner has mailed to them signs nobody else in unasked [U9] [U11]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const asking = openPage(kindpal.services);
  await asking.send((api) => api.account.requestCode({ email }));
  const [name = '', planted = ''] = [...asking.cookies].find(([one]) => /asker/.test(one)) ?? [];
  expect(name).toBe('__Host-kindpal.asker');
  expect(setBy(asking, name)).toContain('; Path=/;');
  const [mail] = await readMailbox(kindpal.services, email);
  const token_hash = linkParameter(mail, 'token');
  const victim = openPage(kindpal.services);
  for (const one of ['__Secure-kindpal.asker', 'kindpal.asker', `\u00a0${name}`])
    victim.cookies.set(one, planted);
  const opened = victim.send((api) => api.account.verify({ type: 'magiclink', token_hash }));
  expect(await refusalOf(opened)).toBe('CONFIRMATION_NEEDED');
});
