import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  joinKindpal,
  mintInvite,
  PASSWORD,
  signUpForm,
  TestBrowser,
} from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

function browserIn(zone: string): TestBrowser {
  const browser = new TestBrowser(kindpal.services);
  browser.headers = { 'x-kindpal-zone': zone };
  return browser;
}
const zoneOf = async (browser: TestBrowser) =>
  (await browser.send((api) => api.notification.getSettings())).time_zone;
const signIn = (browser: TestBrowser, email: string) =>
  browser.send((api) => api.account.token({ grant_type: 'password', email, password: PASSWORD }));

test('a newcomer’s quiet hours use the time zone of the browser they join with [U1]', async () => {
  const browser = browserIn('America/Denver');
  const form = signUpForm(await mintInvite(kindpal.services));
  await browser.send((api) => api.account.signUp(form));
  expect(await zoneOf(browser)).toBe('America/Denver');
});

test('a member without a known time zone gets one at the next sign-in, and later sign-ins do not change it [U3]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  expect(await zoneOf(browser)).toBeNull();
  await signIn(browserIn('Europe/Lisbon'), email);
  expect(await zoneOf(browser)).toBe('Europe/Lisbon');
  await signIn(browserIn('Asia/Tokyo'), email);
  expect(await zoneOf(browser)).toBe('Europe/Lisbon');
  await browser.send((api) => api.notification.updateSettings({ time_zone: 'America/Chicago' }));
  await signIn(browserIn('Asia/Tokyo'), email);
  expect(await zoneOf(browser)).toBe('America/Chicago');
});

test('a member who stays signed in gets one when the session is extended, once a day [U7]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  await browser.send((api) => api.notification.updateSettings({ digest: 'weekly' }));
  const renew = () => browser.send((api) => api.account.token({ grant_type: 'refresh_token' }));
  browser.headers = { 'x-kindpal-zone': 'America/Denver' };
  await renew();
  expect(await zoneOf(browser)).toBeNull();
  await kindpal.asOwner(
    `UPDATE auth.session SET expires_at = expires_at - interval '2 days' WHERE user_id = '${id}'`,
  );
  await renew();
  expect(await zoneOf(browser)).toBe('America/Denver');
  expect((await browser.send((api) => api.notification.getSettings())).digest).toBe('weekly');
});

test('a time zone that does not exist, or one that the member’s calendar already has, changes nothing [U3]', async () => {
  const { browser, id, email } = await joinKindpal(kindpal.services);
  for (const zone of ['Mars/Olympus', '+02:00', 'UTC', '', `A${'x'.repeat(500)}`]) {
    await signIn(browserIn(zone), email);
  }
  expect(await zoneOf(browser)).toBeNull();
  await kindpal.asOwner(
    `UPDATE users SET availability_data = '{"timeZone":"America/Chicago"}' WHERE id = '${id}'`,
  );
  await signIn(browserIn('Asia/Tokyo'), email);
  expect(await zoneOf(browser)).toBe('America/Chicago');
});
