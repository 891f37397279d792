import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../access/limits/limits.ts';
import { outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import { joinKindpal, PASSWORD, readMailbox, TestBrowser } from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const NEW = 'Battery-Staple-2';

async function askForNonce(browser: TestBrowser, email: string): Promise<string> {
  await browser.send((api) => api.account.reauthenticate());
  const [mail] = await readMailbox(kindpal.services, email);
  return /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
}
const change = (
  browser: TestBrowser,
  edit: { password?: string; email?: string; nonce?: string },
) => browser.send((api) => api.account.updateUser(edit));

test('a member who has just signed in changes the address with a mailed code [U8] [U10]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const nonce = await askForNonce(browser, email);
  const next = `next-${email}`;
  expect(await change(browser, { email: next, nonce })).toMatchObject({ new_email: next });
  expect(await refusalOf(change(browser, { email: `${next}.org`, nonce }))).toBe('WRONG_NONCE');
});

test('wrong mailed codes count with wrong passwords [U8] [U10]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const wrong = () => refusalOf(change(browser, { password: NEW, nonce: 'x' }));
  for (let n = 0; n < LIMITS.password_by_session.points; n += 1) {
    expect(await wrong()).toBe('WRONG_NONCE');
  }
  expect(await wrong()).toBe('TOO_MANY_REQUESTS');
  const nonce = await askForNonce(browser, email);
  expect(await refusalOf(change(browser, { password: NEW, nonce }))).toBe('TOO_MANY_REQUESTS');
});

test('a fresh sign-in alone changes neither password nor address [U8] [U10]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  expect(await refusalOf(change(browser, { password: NEW }))).toBe('INVALID_INPUT');
  expect(await refusalOf(change(browser, { email: `next-${email}` }))).toBe('INVALID_INPUT');
});

test('a code for one session does not work in another, nor does a sign-in code [U10]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const other = new TestBrowser(kindpal.services);
  const grant = { grant_type: 'password' as const, email, password: PASSWORD };
  await other.send((api) => api.account.token(grant));
  const nonce = await askForNonce(browser, email);
  expect(await refusalOf(change(other, { password: NEW, nonce }))).toBe('WRONG_NONCE');
  await other.send((api) => api.account.requestCode({ email }));
  const [mail] = await readMailbox(kindpal.services, email);
  const code = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
  expect(await refusalOf(change(other, { password: NEW, nonce: code }))).toBe('WRONG_NONCE');
  const verify = { type: 'email' as const, email, token: nonce };
  expect(await refusalOf(browser.send((api) => api.account.verify(verify)))).toBe('TOKEN_REFUSED');
});

test('of 20 concurrent changes with one code, one is made [U10]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const nonce = await askForNonce(browser, email);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      outcomeOf(change(browser, { email: `next-${at}-${email}`, nonce })),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
});

test('a used code proves identity for 10 minutes; a wrong code, or code and password together, prove nothing [U10]', async () => {
  const { browser, email, id } = await joinKindpal(kindpal.services);
  const confirmed = async () => (await browser.send((api) => api.factor.list())).is_confirmed;
  const proveLongAgo = () =>
    kindpal.asOwner(`UPDATE auth.session SET confirmed_at = now() - interval '11 minutes'
      WHERE user_id = '${id}'`);
  await proveLongAgo();
  const nonce = await askForNonce(browser, email);
  const confirm = (proof: { password?: string; nonce?: string }) =>
    browser.send((api) => api.factor.confirm(proof));
  const wrong = nonce === '000000' ? '000001' : '000000';
  expect(await refusalOf(confirm({ nonce: wrong }))).toBe('WRONG_NONCE');
  expect(await refusalOf(confirm({}))).toBe('INVALID_INPUT');
  expect(await refusalOf(confirm({ nonce, password: PASSWORD }))).toBe('INVALID_INPUT');
  expect(await confirmed()).toBe(false);
  await confirm({ nonce });
  expect(await confirmed()).toBe(true);
  expect(await refusalOf(confirm({ nonce }))).toBe('WRONG_NONCE');

  await proveLongAgo();
  await change(browser, { nonce: await askForNonce(browser, email) });
  expect(await confirmed()).toBe(true);
});

test('a code is mailed and accepted only within 10 minutes of signing in, and pages read whether it is [U10]', async () => {
  const { browser, email, id } = await joinKindpal(kindpal.services);
  const takesCode = async () =>
    (await browser.send((api) => api.security.getOverview())).takes_code;
  const nonce = await askForNonce(browser, email);
  expect(await takesCode()).toBe(true);
  await kindpal.asOwner(`UPDATE auth.session SET proved_at = now() - interval '11 minutes'
    WHERE user_id = '${id}'`);
  expect(await takesCode()).toBe(false);
  const confirm = browser.send((api) => api.factor.confirm({ nonce }));
  expect(await refusalOf(confirm)).toBe('REAUTHENTICATION_NEEDED');
  const before = await readMailbox(kindpal.services, email);
  const ask = browser.send((api) => api.account.reauthenticate());
  expect(await refusalOf(ask)).toBe('REAUTHENTICATION_NEEDED');
  expect(await readMailbox(kindpal.services, email)).toHaveLength(before.length);
});

test('a page of another site cannot request the code [U10]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  browser.headers = { 'sec-fetch-site': 'cross-site' };
  const before = await readMailbox(kindpal.services, email);
  expect(await refusalOf(browser.send((api) => api.account.reauthenticate()))).toBe('FORBIDDEN');
  expect(await readMailbox(kindpal.services, email)).toHaveLength(before.length);
});

test('a refused name changes nothing else, and a wrong password leaves the name [R3] [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const edit = { password: NEW, current_password: PASSWORD, data: { full_name: 'Support Team' } };
  expect(await refusalOf(browser.send((api) => api.account.updateUser(edit)))).toBe(
    'INVALID_INPUT',
  );
  const grant = { grant_type: 'password' as const, email, password: PASSWORD };
  await browser.send((api) => api.account.token(grant));
  const wrong = { password: NEW, current_password: 'Wrong-1-Horse', data: { full_name: 'Ash' } };
  expect(await refusalOf(browser.send((api) => api.account.updateUser(wrong)))).toBe(
    'WRONG_PASSWORD',
  );
  expect((await browser.send((api) => api.account.getUser())).full_name).toBe('Robin Vale');
});
