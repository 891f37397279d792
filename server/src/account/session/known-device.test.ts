import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LIMITS } from '../../access/limits/limits.ts';
import { errorOf, outcomeOf } from '../../testing/refusal-of.ts';
import {
  browserElsewhere,
  confirmAddress,
  joinKindpal,
  linkParameter,
  PASSWORD,
  readMailbox,
  type TestBrowser,
} from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const elsewhere = () => browserElsewhere(kindpal.services);

const signIn = (email: string, browser: TestBrowser) =>
  browser.send((api) => api.account.token({ grant_type: 'password', email, password: PASSWORD }));

/** A member who joined through a provider, as it were, and another browser known to them. */
async function joinWithoutPassword() {
  const member = await joinKindpal(kindpal.services);
  await confirmAddress(kindpal.services, member.email);
  const device = elsewhere();
  await signIn(member.email, device);
  await kindpal.asOwner(`DELETE FROM auth.account WHERE user_id = '${member.id}'`);
  return { ...member, device };
}

/** Whether this browser asks for emails although strangers have used up those of its network. */
async function isKnown(email: string, browser: TestBrowser): Promise<boolean> {
  const { limiter } = kindpal.services;
  for (let n = 0; n < LIMITS.recover_by_ip.points; n += 1)
    await limiter.hasRoom('recover_by_ip', browser.ip);
  return (await outcomeOf(browser.send((api) => api.account.recover({ email })))) === 'ok';
}

test('all devices known to a member together get as many emails as one [U4] [U9]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  await confirmAddress(kindpal.services, email);
  const devices = Array.from({ length: 4 }, () => elsewhere());
  for (const device of devices) await signIn(email, device);
  for (const device of devices) {
    for (let n = 0; n < 3; n += 1) {
      await device.send((api) => api.account.recover({ email }));
      await device.send((api) => api.account.requestCode({ email }));
    }
  }
  const mails = await readMailbox(kindpal.services, email);
  const about = (words: RegExp) => mails.filter(({ subject }) => words.test(subject)).length;
  expect(about(/reset/i)).toBe(LIMITS.known_reset_mail_by_address.points);
  expect(about(/\d{6}/)).toBe(LIMITS.known_code_mail_by_address.points);
});

test('a member without a password forgets their devices by signing out everywhere [U3] [U6]', async () => {
  const { browser, email, device } = await joinWithoutPassword();
  await browser.send((api) => api.account.signOut({ scope: 'others' }));
  expect(await isKnown(email, device)).toBe(true);
  await browser.send((api) => api.account.signOut({ scope: 'global' }));
  expect(await isKnown(email, device)).toBe(false);
  expect(await isKnown(email, browser)).toBe(false);
});

test('and by “This wasn’t me” in the email about one [U3] [U6]', async () => {
  const { email, device } = await joinWithoutPassword();
  const mails = await readMailbox(kindpal.services, email);
  const token = linkParameter(
    mails.find(({ text }) => text.includes('/not-me')),
    'token',
  );
  await elsewhere().send((api) => api.account.verify({ type: 'not_me', token }));
  expect(await isKnown(email, device)).toBe(false);
});

test('a member with a password forgets their devices by changing it, not by signing out everywhere [U3] [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  await confirmAddress(kindpal.services, email);
  const device = elsewhere();
  await signIn(email, device);
  await browser.send((api) => api.account.signOut({ scope: 'global' }));
  expect(await isKnown(email, device)).toBe(true);
  await signIn(email, browser);
  await browser.send((api) =>
    api.account.updateUser({ current_password: PASSWORD, password: 'Battery-Staple-2' }),
  );
  expect(await isKnown(email, device)).toBe(false);
});

test('20 guesses of codes a day are checked on all devices known to a member together [U9]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const guess = async () => {
    const device = elsewhere();
    await signIn(email, device);
    return device.send((api) => api.account.verify({ type: 'email', email, token: '123456' }));
  };
  for (let n = 0; n < LIMITS.known_code_guess_by_address.points; n += 1)
    expect(await outcomeOf(guess())).toBe('TOKEN_REFUSED');
  expect((await errorOf(guess())).data).toMatchObject({ limit: 'known_code_guess_by_address' });
});

test('a shared device knows the last five members who signed in on it [U3]', async () => {
  const device = elsewhere();
  const emails: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const { email } = await joinKindpal(kindpal.services);
    await confirmAddress(kindpal.services, email);
    await signIn(email, device);
    emails.push(email);
  }
  const known = [];
  for (const email of emails) known.push(await isKnown(email, device));
  expect(known).toEqual([false, true, true, true, true, true]);
});

test('a device is known for 180 days, however long its cookie is kept [U3]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  await confirmAddress(kindpal.services, email);
  const device = elsewhere();
  await signIn(email, device);
  const begin = Date.now();
  const isKnownAfter = (days: number) => {
    vi.setSystemTime(begin + days * 24 * 3_600_000);
    return isKnown(email, device).finally(() => vi.useRealTimers());
  };
  expect([await isKnownAfter(179), await isKnownAfter(181)]).toEqual([true, false]);
});
