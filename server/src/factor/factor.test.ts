import { decodeJwt } from 'jose';
import { generate } from 'otplib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findActor, findHolder } from '../access/actor.ts';
import { findAccount } from '../account/queries.ts';
import { ageRows } from '../testing/age-rows.ts';
import { enrollApp } from '../testing/enroll-app.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
import { proveNow } from '../testing/prove-now.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import {
  joinKindpal,
  linkParameter,
  PASSWORD,
  readMailbox,
  TestBrowser,
} from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let now = Date.now();
beforeAll(async () => {
  kindpal = await startTestKindpal();
  kindpal.setNow(new Date(now));
});
afterAll(() => kindpal.stop());

function wait(seconds: number): void {
  now += seconds * 1000;
  kindpal.setNow(new Date(now));
}
/** The app's current code; `later` shifts its clock, in seconds. */
const codeOf = (secret: string, later = 0) =>
  generate({ secret, epoch: Math.floor(now / 1000) + later });
/** An unused code: moves the clock on by one step. */
function nextCode(secret: string): Promise<string> {
  wait(30);
  return codeOf(secret);
}

type Answer = { id: string; code: string; trust_device?: boolean; friendly_name?: string };

async function verify(browser: TestBrowser, { id, code, ...given }: Answer) {
  const challenge = await browser.send((api) => api.factor.challenge({ factor_id: id }));
  const input = { factor_id: id, challenge_id: challenge.id, code, ...given };
  return browser.send((api) => api.factor.verify(input));
}

/** A member with an authenticator app and recovery codes, signed in with both factors. */
async function protect() {
  const member = await joinKindpal(kindpal.services);
  const { id: factorId, totp } = await enrollApp(member.browser);
  await verify(member.browser, { id: factorId, code: await nextCode(totp.secret) });
  const { codes } = await member.browser.send((api) => api.factor.makeRecoveryCodes());
  return { ...member, factorId, secret: totp.secret, codes };
}

const age = (userId: string) => ageRows(kindpal, userId, ['factor', 'security_event']);

async function signIn(email: string, browser = new TestBrowser(kindpal.services)) {
  const grant = { grant_type: 'password' as const, email, password: PASSWORD };
  const session = await browser.send((api) => api.account.token(grant));
  return { browser, session };
}

const listOwn = (browser: TestBrowser) => browser.send((api) => api.factor.list());

test('a session that waits for its code does not end by signing out the others, which it may not [U6] [U13]', async () => {
  const { email, factorId, secret } = await protect();
  const { browser } = await signIn(email);
  const signOut = browser.send((api) => api.account.signOut({ scope: 'others' }));
  expect(await outcomeOf(signOut)).toBe('UNAUTHORIZED');
  const raised = await verify(browser, { id: factorId, code: await nextCode(secret) });
  expect(raised.aal).toBe('aal2');
});

test('a member with an app needs its code; until then nobody is signed in [U13]', async () => {
  const { email, factorId, secret } = await protect();
  const { browser, session } = await signIn(email);
  expect(session).toMatchObject({ aal: 'aal1', awaits_factor: true });
  expect(session.user).toMatchObject({ full_name: '', factors: [{ id: factorId }] });
  expect(browser.cookies.has('kindpal_signed_in')).toBe(false);
  expect(await browser.send((api) => api.account.getSession())).toEqual({ session: null });
  // The wire code is INSUFFICIENT_AAL, as the matrix and the published client see it.
  expect(await refusalOf(listOwn(browser))).toBe('UNAUTHORIZED');
  const raised = await verify(browser, { id: factorId, code: await nextCode(secret) });
  expect(raised).toMatchObject({ aal: 'aal2', awaits_factor: false });
  expect(raised.user.full_name).toBe('Robin Vale');
  const { session: kept } = await browser.send((api) => api.account.getSession());
  expect(kept).toMatchObject({ aal: 'aal2', user: { email } });
});

test('an access token from before the second factor is worth nothing after it [U13] [U14]', async () => {
  const { email, factorId, secret } = await protect();
  const client = new TestBrowser(kindpal.services);
  const grant = { grant_type: 'password' as const, email, password: PASSWORD };
  const waiting = await client.send((api) => api.account.token({ ...grant, return_tokens: true }));
  client.bearer = waiting.access_token ?? '';
  const copy = new TestBrowser(kindpal.services);
  copy.bearer = waiting.access_token ?? '';
  expect(await refusalOf(listOwn(client))).toBe('UNAUTHORIZED');
  const raised = await verify(client, { id: factorId, code: await nextCode(secret) });
  client.bearer = raised.access_token ?? '';
  expect((await listOwn(client)).items).toMatchObject([{ id: factorId }]);
  expect(await copy.send((api) => api.account.getSession())).toEqual({ session: null });
  expect(await refusalOf(listOwn(copy))).toBe('UNAUTHORIZED');
  await copy.send((api) => api.account.signOut({ scope: 'local' }));
  expect((await listOwn(client)).items).toMatchObject([{ id: factorId }]);
  // Also for a request that was authenticated before, and reads the session only now.
  const { sid } = decodeJwt<{ sid: string }>(waiting.access_token ?? '');
  const authenticated = { by: 'waiting' as const, value: sid };
  const { db } = kindpal.services;
  expect(await findActor(db, authenticated)).toBeNull();
  expect(await findHolder(db, authenticated)).toBeNull();
  expect(await findAccount(db, authenticated)).toBeNull();
});

test('a sign-in on a new device is emailed before its code is entered, and not again afterwards [U6] [U13]', async () => {
  const { email, factorId, secret } = await protect();
  const phone = new TestBrowser(kindpal.services);
  phone.headers = { 'sec-fetch-site': 'same-origin' };
  await signIn(email, phone);
  const mailed = async () =>
    (await readMailbox(kindpal.services, email)).filter(({ subject }) =>
      /new device|New sign-in/.test(subject),
    );
  expect(await mailed()).toMatchObject([{ subject: 'Sign-in attempt on a new device' }]);
  expect((await mailed())[0]?.text).toContain('was asked for your second factor');
  await verify(phone, { id: factorId, code: await nextCode(secret) });
  expect(await mailed()).toHaveLength(1);
});

test('the cookie of an unfinished sign-in is useless to a thief after the code [U13]', async () => {
  const { email, factorId, secret } = await protect();
  const { browser } = await signIn(email);
  const thief = new TestBrowser(kindpal.services);
  thief.cookies = new Map(browser.cookies);
  await verify(browser, { id: factorId, code: await nextCode(secret) });
  expect(await refusalOf(listOwn(thief))).toBe('UNAUTHORIZED');
});

test('a browser is known only once the code is entered, not after the password alone [U6] [U13]', async () => {
  const { email, factorId, secret } = await protect();
  const { browser } = await signIn(email);
  expect(browser.cookies.has('kindpal.device')).toBe(false);
  await verify(browser, { id: factorId, code: await nextCode(secret) });
  expect(browser.cookies.has('kindpal.device')).toBe(true);
});

test('of one code entered 20 times at once, in four sessions, one counts, and it never counts again [U13]', async () => {
  const { email, factorId, secret } = await protect();
  const sessions = await Promise.all(Array.from({ length: 4 }, () => signIn(email)));
  const challenges = await Promise.all(
    Array.from({ length: 5 }, () => sessions)
      .flat()
      .map(async ({ browser }) => ({
        browser,
        ...(await browser.send((api) => api.factor.challenge({ factor_id: factorId }))),
      })),
  );
  const code = await nextCode(secret);
  // Each counts as a guess until it is known to be right, so some have to wait.
  const outcomes = await Promise.all(
    challenges.map(({ browser, id }) =>
      outcomeOf(
        new TestBrowserLike(browser).send((api) =>
          api.factor.verify({ factor_id: factorId, challenge_id: id, code }),
        ),
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  // The right one clears the count, but the code is wrong for those that begin later: they count.
  await kindpal.asOwner('DELETE FROM auth.failed_attempts');
  const next = await signIn(email);
  const again = verify(next.browser, { id: factorId, code });
  expect(await refusalOf(again)).toBe('MFA_VERIFICATION_FAILED');
});

/** The same browser, but responses don't change its cookies. */
class TestBrowserLike extends TestBrowser {
  constructor(browser: TestBrowser) {
    super(browser.services);
    this.cookies = new Map(browser.cookies);
  }
}

test('a clock off by one step is accepted, two minutes are not [U13]', async () => {
  const { email, factorId, secret } = await protect();
  const { browser } = await signIn(email);
  wait(300);
  for (const seconds of [-120, 120]) {
    const code = await codeOf(secret, seconds);
    expect(await refusalOf(verify(browser, { id: factorId, code }))).toBe(
      'MFA_VERIFICATION_FAILED',
    );
  }
  const late = await verify(browser, { id: factorId, code: await codeOf(secret, -30) });
  expect(late.aal).toBe('aal2');
});

test('guesses from 30 networks count together, and the right code has to wait [U13]', async () => {
  const { email, factorId, secret } = await protect();
  const { browser } = await signIn(email);
  const right = await nextCode(secret);
  const guess = right === '000000' ? '000001' : '000000';
  const challenge = await browser.send((api) => api.factor.challenge({ factor_id: factorId }));
  const input = { factor_id: factorId, challenge_id: challenge.id };
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, at) => {
      const one = new TestBrowserLike(browser);
      one.ip = `198.51.${at}.7`;
      return refusalOf(one.send((api) => api.factor.verify({ ...input, code: guess })));
    }),
  );
  const tried = outcomes.filter((outcome) => outcome === 'MFA_VERIFICATION_FAILED');
  expect(tried.length).toBeLessThanOrEqual(6);
  expect(outcomes.length - tried.length).toBe(
    outcomes.filter((outcome) => outcome === 'TOO_MANY_REQUESTS').length,
  );
  // The member can still use another factor.
  await kindpal.asOwner(`UPDATE auth.failed_attempts SET blocked_until = now() + interval '1 hour'
    WHERE key LIKE 'factor %' AND failures > 0`);
  expect(await refusalOf(verify(browser, { id: factorId, code: right }))).toBe('TOO_MANY_REQUESTS');
});

test('of one recovery code entered 20 times at once one counts, and its member is emailed [U13]', async () => {
  const { email, codes } = await protect();
  const { browser } = await signIn(email);
  expect(codes).toHaveLength(10);
  const code = (codes[3] ?? '').toUpperCase().replaceAll('-', ' ');
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () =>
      outcomeOf(
        new TestBrowserLike(browser).send((api) => api.factor.redeemRecoveryCode({ code })),
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  const [mail] = await readMailbox(kindpal.services, email);
  expect(mail?.subject).toBe('A recovery code of your Kindpal account was used');
  expect(mail?.text).toContain('9 recovery codes are left');
  const next = await signIn(email);
  await kindpal.asOwner(`DELETE FROM auth.failed_attempts`);
  const again = next.browser.send((api) => api.factor.redeemRecoveryCode({ code }));
  expect(await refusalOf(again)).toBe('MFA_VERIFICATION_FAILED');
});

test('new recovery codes replace all earlier ones; another member’s codes do not work [U13]', async () => {
  const one = await protect();
  const other = await protect();
  const fresh = await one.browser.send((api) => api.factor.makeRecoveryCodes());
  const { browser } = await signIn(one.email);
  for (const code of [one.codes[0], other.codes[0]]) {
    const used = browser.send((api) => api.factor.redeemRecoveryCode({ code: code ?? '' }));
    expect(await refusalOf(used)).toBe('MFA_VERIFICATION_FAILED');
  }
  const [code = ''] = fresh.codes;
  const raised = await browser.send((api) => api.factor.redeemRecoveryCode({ code }));
  expect(raised.aal).toBe('aal2');
});

test('of two tabs that enroll at once the first code counts and the other tab is told [U13]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const [one, other] = await Promise.all([enrollApp(browser), enrollApp(browser)]);
  const codes = await Promise.all([nextCode(one.totp.secret), codeOf(other.totp.secret)]);
  const code = await codeOf(one.totp.secret);
  expect((await verify(browser, { id: one.id, code })).aal).toBe('aal2');
  expect(await refusalOf(verify(browser, { id: other.id, code: codes[1] }))).toBe('NOT_FOUND');
  const { items } = await listOwn(browser);
  expect(items).toMatchObject([{ id: one.id, status: 'verified' }]);
  const [mail] = await readMailbox(kindpal.services, email);
  expect(mail?.subject).toBe('A second factor was added to your Kindpal account');
});

test('a challenge works once, in its own session, for its own factor, for 5 minutes [U13]', async () => {
  const { email, factorId, secret } = await protect();
  const one = await signIn(email);
  const other = await signIn(email);
  const { id } = await one.browser.send((api) => api.factor.challenge({ factor_id: factorId }));
  const input = { factor_id: factorId, challenge_id: id };
  const answer = (browser: TestBrowser, code: string) =>
    browser.send((api) => api.factor.verify({ ...input, code }));
  expect(await refusalOf(answer(other.browser, await nextCode(secret)))).toBe(
    'MFA_CHALLENGE_EXPIRED',
  );
  expect((await answer(one.browser, await codeOf(secret))).aal).toBe('aal2');
  expect(await refusalOf(answer(one.browser, await nextCode(secret)))).toBe(
    'MFA_CHALLENGE_EXPIRED',
  );
  const late = await other.browser.send((api) => api.factor.challenge({ factor_id: factorId }));
  wait(301);
  const expired = other.browser.send((api) =>
    api.factor.verify({ factor_id: factorId, challenge_id: late.id, code: '000000' }),
  );
  expect(await refusalOf(expired)).toBe('MFA_CHALLENGE_EXPIRED');
});

test('changing factors needs the password within the last 10 minutes, in this session [U10] [U13]', async () => {
  const { browser, factorId } = await protect();
  wait(601);
  expect((await listOwn(browser)).is_confirmed).toBe(false);
  const remove = () => browser.send((api) => api.factor.unenroll({ factor_id: factorId }));
  expect(await refusalOf(remove())).toBe('REAUTHENTICATION_NEEDED');
  expect(await refusalOf(enrollApp(browser))).toBe('REAUTHENTICATION_NEEDED');
  const codes = browser.send((api) => api.factor.makeRecoveryCodes());
  expect(await refusalOf(codes)).toBe('REAUTHENTICATION_NEEDED');
  const wrong = browser.send((api) => api.factor.confirm({ password: 'Wrong-Horse-1' }));
  expect(await refusalOf(wrong)).toBe('WRONG_PASSWORD');
  await browser.send((api) => api.factor.confirm({ password: PASSWORD }));
  expect(await remove()).toEqual({ id: factorId });
});

test('removing the last factor ends other sessions, recovery codes and aal2 [U13]', async () => {
  const { browser, email, factorId, secret, codes } = await protect();
  const other = await signIn(email);
  await verify(other.browser, { id: factorId, code: await nextCode(secret) });
  await browser.send((api) => api.factor.unenroll({ factor_id: factorId }));
  expect(await refusalOf(listOwn(other.browser))).toBe('UNAUTHORIZED');
  expect(await listOwn(browser)).toMatchObject({ items: [], recovery_codes_left: 0 });
  const { session } = await browser.send((api) => api.account.getSession());
  expect(session?.aal).toBe('aal1');
  const redeem = browser.send((api) => api.factor.redeemRecoveryCode({ code: codes[0] ?? '' }));
  expect(await refusalOf(redeem)).toBe('MFA_VERIFICATION_FAILED');
  const [mail] = await readMailbox(kindpal.services, email);
  expect(mail?.subject).toBe('A second factor was removed from your Kindpal account');
  expect((await signIn(email)).session.awaits_factor).toBe(false);
});

test('a refresh token from before the code renews nothing, before or after it [U7] [U13]', async () => {
  const { email, factorId, secret } = await protect();
  const client = new TestBrowser(kindpal.services);
  const grant = { grant_type: 'password' as const, email, password: PASSWORD, return_tokens: true };
  const begin = () => client.send((api) => api.account.token(grant));
  const refresh = (refresh_token: string | null) =>
    outcomeOf(
      new TestBrowser(kindpal.services).send((api) =>
        api.account.token({ grant_type: 'refresh_token', refresh_token: refresh_token ?? '' }),
      ),
    );
  expect(await refresh((await begin()).refresh_token)).toBe('SESSION_ENDED');
  const { access_token, refresh_token } = await begin();
  client.bearer = access_token ?? '';
  const raised = await verify(client, { id: factorId, code: await nextCode(secret) });
  expect(await refresh(refresh_token)).toBe('SESSION_ENDED');
  expect(await refresh(raised.refresh_token)).toBe('ok');
});

test('a session that waits for its code lasts 10 minutes, and its cookie renews nothing [U7] [U13]', async () => {
  const { email, id, factorId, secret } = await protect();
  const { browser } = await signIn(email);
  const renew = () =>
    outcomeOf(browser.send((api) => api.account.token({ grant_type: 'refresh_token' })));
  expect(await renew()).toBe('INSUFFICIENT_AAL');
  const [seconds] = await kindpal.asOwner<number>(
    `SELECT extract(epoch FROM expires_at - now())::int FROM auth.session
     WHERE user_id = '${id}' AND awaits_factor`,
  );
  expect(seconds).toBeLessThanOrEqual(600);
  await verify(browser, { id: factorId, code: await nextCode(secret) });
  expect(await renew()).toBe('ok');
});

test('a trusted device skips the code for 30 days, but changes nothing without it [U13]', async () => {
  const { email, factorId, secret } = await protect();
  const { browser } = await signIn(email);
  await verify(browser, { id: factorId, code: await nextCode(secret), trust_device: true });
  await browser.send((api) => api.account.signOut({ scope: 'local' }));
  const { session } = await signIn(email, browser);
  expect(session).toMatchObject({ aal: 'aal1', awaits_factor: false });
  const remove = browser.send((api) => api.factor.unenroll({ factor_id: factorId }));
  expect(await refusalOf(remove)).toBe('INSUFFICIENT_AAL');
  const password = { password: 'Battery-Staple-2', current_password: PASSWORD };
  expect(await refusalOf(browser.send((api) => api.account.updateUser(password)))).toBe(
    'INSUFFICIENT_AAL',
  );
  await browser.send((api) => api.account.signOut({ scope: 'global' }));
  expect((await signIn(email, browser)).session.awaits_factor).toBe(true);
});

test('a trusted device needs the code again after 30 days, not before [U13]', async () => {
  const { email, factorId, secret } = await protect();
  const { browser } = await signIn(email);
  await verify(browser, { id: factorId, code: await nextCode(secret), trust_device: true });
  const isAsked = async () => (await signIn(email, browser)).session.awaits_factor;
  const inDays = (days: number) => new Date(now + days * 86_400_000);
  kindpal.setNow(inDays(29.99));
  expect(await isAsked()).toBe(false);
  kindpal.setNow(inDays(30.01));
  expect(await isAsked()).toBe(true);
  kindpal.setNow(new Date(now));
});

test('a device that one member trusts needs the code of another [U13]', async () => {
  const [one, other] = [await protect(), await protect()];
  const { browser } = await signIn(one.email);
  const code = await nextCode(one.secret);
  await verify(browser, { id: one.factorId, code, trust_device: true });
  await browser.send((api) => api.account.signOut({ scope: 'local' }));
  expect((await signIn(other.email, browser)).session.awaits_factor).toBe(true);
});

test('on a trusted device nobody deletes the account or exports its data without the code [U10] [U13] [X1]', async () => {
  const { email, factorId, secret } = await protect();
  const { browser } = await signIn(email);
  await verify(browser, { id: factorId, code: await nextCode(secret), trust_device: true });
  await browser.send((api) => api.account.signOut({ scope: 'local' }));
  await signIn(email, browser);
  const proof = { current_password: PASSWORD };
  const remove = () => browser.send((api) => api.deletion.request(proof));
  expect(await refusalOf(remove())).toBe('INSUFFICIENT_AAL');
  const copy = () => browser.send((api) => api.archive.request(proof));
  expect(await refusalOf(copy())).toBe('INSUFFICIENT_AAL');
  await verify(browser, { id: factorId, code: await nextCode(secret) });
  expect(await outcomeOf(copy())).toBe('ok');
  expect(await outcomeOf(remove())).toBe('ok');
});

async function readCode(email: string): Promise<string> {
  const [mail] = await readMailbox(kindpal.services, email);
  return /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
}

/** Signs in with a mailed code. */
async function signInByMail(email: string, browser = new TestBrowser(kindpal.services)) {
  await browser.send((api) => api.account.requestCode({ email }));
  const token = await readCode(email);
  return browser.send((api) => api.account.verify({ type: 'email', email, token }));
}

test('mailed codes alone protect and change nothing for a member with a factor, not even on a trusted device [U9] [U10] [U13]', async () => {
  // The database's clock, which says when they signed in.
  now = Date.now();
  wait(0);
  const { email, factorId, secret } = await protect();
  expect((await signInByMail(email)).session).toMatchObject({ awaits_factor: true });
  const { browser } = await signIn(email);
  await verify(browser, { id: factorId, code: await nextCode(secret), trust_device: true });
  await browser.send((api) => api.account.signOut({ scope: 'local' }));
  const { session } = await signInByMail(email, browser);
  expect(session).toMatchObject({ aal: 'aal1', awaits_factor: false });
  // The sign-in itself is a proof of identity within the last 10 minutes, and another code is
  // mailed.
  expect((await listOwn(browser)).is_confirmed).toBe(true);
  await browser.send((api) => api.account.reauthenticate());
  const nonce = await readCode(email);
  const sensitive = [
    browser.send((api) => api.factor.confirm({ nonce })),
    browser.send((api) => api.account.updateUser({ password: 'Battery-Staple-2', nonce })),
    browser.send((api) => api.account.updateUser({ email: `next-${email}`, nonce })),
    browser.send((api) => api.deletion.request({ nonce })),
    browser.send((api) => api.archive.request({ nonce })),
    browser.send((api) => api.factor.unenroll({ factor_id: factorId })),
    browser.send((api) => api.factor.makeRecoveryCodes()),
    browser.send((api) => api.passkey.startRegistration({})),
    enrollApp(browser),
  ];
  expect(new Set(await Promise.all(sensitive.map(outcomeOf)))).toEqual(
    new Set(['INSUFFICIENT_AAL']),
  );
  // With the app's code in the same session it is accepted.
  await verify(browser, { id: factorId, code: await nextCode(secret) });
  expect(await outcomeOf(browser.send((api) => api.factor.confirm({ nonce })))).toBe('ok');
});

test('signing out another device ends the trust of every device but this one [U6] [U13]', async () => {
  const { email, factorId, secret } = await protect();
  const [laptop, phone] = [new TestBrowser(kindpal.services), new TestBrowser(kindpal.services)];
  for (const browser of [laptop, phone]) {
    await signIn(email, browser);
    await verify(browser, { id: factorId, code: await nextCode(secret), trust_device: true });
  }
  const { items } = await phone.send((api) => api.security.listDevices());
  const own = items.find((device) => device.is_current);
  await laptop.send((api) => api.security.endSession({ id: own?.id ?? '' }));
  expect((await signIn(email, phone)).session.awaits_factor).toBe(true);
  await laptop.send((api) => api.account.signOut({ scope: 'local' }));
  expect((await signIn(email, laptop)).session.awaits_factor).toBe(false);
  // A session that does not exist, or belongs to somebody else, changes nothing.
  const stranger = await protect();
  await stranger.browser.send((api) => api.security.endSession({ id: own?.id ?? '' }));
  await laptop.send((api) => api.security.endSession({ id: own?.id ?? '' }));
  await laptop.send((api) => api.account.signOut({ scope: 'local' }));
  expect((await signIn(email, laptop)).session.awaits_factor).toBe(false);
});

test('a new factor gets its name with its first code, and names are unique [U13]', async () => {
  const { browser } = await joinKindpal(kindpal.services);
  const first = await enrollApp(browser);
  const name = { friendly_name: 'My phone' };
  await verify(browser, { id: first.id, code: await nextCode(first.totp.secret), ...name });
  const second = await enrollApp(browser);
  const code = await nextCode(second.totp.secret);
  const same = verify(browser, { id: second.id, code, friendly_name: 'my PHONE' });
  expect(await refusalOf(same)).toBe('MFA_FACTOR_NAME_CONFLICT');
  // That did not use up the code.
  await verify(browser, { id: second.id, code, friendly_name: 'My tablet' });
  const next = await nextCode(first.totp.secret);
  await verify(browser, { id: first.id, code: next, friendly_name: 'Another name' });
  const { items } = await listOwn(browser);
  expect(items.map(({ friendly_name }) => friendly_name)).toEqual(['My phone', 'My tablet']);
});

const DISOWN = /https?:\S+\/not-me\S+/;

/** Presses 'This wasn't me' in the newest email with this subject. */
async function disown(email: string, subject: string): Promise<void> {
  const mails = await readMailbox(kindpal.services, email);
  const mail = mails.find((one) => one.subject.startsWith(subject));
  const [link = ''] = DISOWN.exec(mail?.text ?? '') ?? [];
  const token = linkParameter({ ...mail, text: link } as never, 'token');
  await new TestBrowser(kindpal.services).send((api) =>
    api.account.verify({ type: 'not_me', token }),
  );
}

async function countKept(id: string) {
  const count = async (table: string) =>
    (
      await kindpal.asOwner<number>(
        `SELECT count(*)::int FROM auth.${table} WHERE user_id = '${id}'`,
      )
    )[0];
  return { factors: await count('factor'), codes: await count('recovery_code') };
}

test('a thief’s factor is removed by “This wasn’t me”, earlier ones stay [U6] [U13]', async () => {
  const { browser, email, id, factorId } = await protect();
  const theirs = await enrollApp(browser);
  await verify(browser, { id: theirs.id, code: await nextCode(theirs.totp.secret) });
  expect(await countKept(id)).toEqual({ factors: 2, codes: 10 });
  await disown(email, 'A second factor was added');
  expect(await countKept(id)).toEqual({ factors: 1, codes: 0 });
  const [kept] = await kindpal.asOwner(`SELECT id FROM auth.factor WHERE user_id = '${id}'`);
  expect(kept).toBe(factorId);
  expect(await refusalOf(listOwn(browser))).toBe('UNAUTHORIZED');
  const grant = { grant_type: 'password' as const, email, password: PASSWORD };
  const again = new TestBrowser(kindpal.services).send((api) => api.account.token(grant));
  expect(await refusalOf(again)).toBe('WRONG_CREDENTIALS');
});

test('a factor added by a thief after signing in is removed by “This wasn’t me” in the sign-in email, earlier ones stay [U6] [U13]', async () => {
  const { email, id, factorId, secret } = await protect();
  const thief = new TestBrowser(kindpal.services);
  thief.headers = { 'sec-fetch-site': 'same-origin' };
  await signIn(email, thief);
  await verify(thief, { id: factorId, code: await nextCode(secret) });
  const theirs = await enrollApp(thief);
  await verify(thief, { id: theirs.id, code: await nextCode(theirs.totp.secret) });
  await enrollApp(thief);
  expect(await countKept(id)).toEqual({ factors: 3, codes: 10 });
  await disown(email, 'Sign-in attempt');
  expect(await countKept(id)).toEqual({ factors: 1, codes: 0 });
  const [kept] = await kindpal.asOwner(`SELECT id FROM auth.factor WHERE user_id = '${id}'`);
  expect(kept).toBe(factorId);
});

test('a factor that a thief added after changing the address is removed when the change is undone, earlier ones stay [U8] [U13]', async () => {
  for (const isProtected of [false, true]) {
    const own = isProtected ? await protect() : await joinKindpal(kindpal.services);
    const { browser, email, id } = own;
    await age(id);
    const before = await countKept(id);
    const theirs = `thief-${email}`;
    const change = { email: theirs, current_password: PASSWORD };
    await browser.send((api) => api.account.updateUser(change));
    const tokenOf = async (address: string, subject: string) =>
      linkParameter(
        (await readMailbox(kindpal.services, address)).find((mail) =>
          mail.subject.startsWith(subject),
        ) as never,
        'token',
      );
    const token = await tokenOf(theirs, 'Confirm');
    await browser.send((api) => api.account.verify({ type: 'email_change', token }));
    const app = await enrollApp(browser);
    await verify(browser, { id: app.id, code: await nextCode(app.totp.secret) });
    await browser.send((api) => api.factor.makeRecoveryCodes());
    // A later change of the address gives the first link its full time again.
    await ageRows(kindpal, id, ['factor', 'security_event', 'email_undo']);
    const undo = await tokenOf(email, 'Your email address was changed');
    const anew = new TestBrowser(kindpal.services);
    await anew.send((api) => api.account.verify({ type: 'email_undo', token: undo }));
    expect(await countKept(id)).toEqual({ ...before, codes: 0 });
    const reset = await readMailbox(kindpal.services, email);
    const recovery = linkParameter(
      reset.find(({ subject }) => subject.startsWith('Reset')) as never,
      'access_token',
    );
    const { session } = await anew.send((api) =>
      api.account.verify({ type: 'recovery', token: recovery, password: 'Battery-Staple-3' }),
    );
    expect(session?.awaits_factor).toBe(isProtected);
  }
});

test('recovery codes known to a thief are removed by “This wasn’t me”, the app stays [U6] [U13]', async () => {
  const { email, id, codes } = await protect();
  const thief = await signIn(email);
  const [code = ''] = codes;
  await thief.browser.send((api) => api.factor.redeemRecoveryCode({ code }));
  await disown(email, 'A recovery code');
  expect(await countKept(id)).toEqual({ factors: 1, codes: 0 });
  expect(await refusalOf(listOwn(thief.browser))).toBe('UNAUTHORIZED');
});

test('a wrong code at sign-in is among the member’s security events [U6] [U13]', async () => {
  const { browser, email, factorId, secret } = await protect();
  const thief = await signIn(email);
  const right = [await codeOf(secret, -30), await codeOf(secret), await codeOf(secret, 30)];
  const wrong = ['000000', '000001', '000002', '000003'].find((code) => !right.includes(code));
  const guess = verify(thief.browser, { id: factorId, code: wrong ?? '' });
  expect(await refusalOf(guess)).toBe('MFA_VERIFICATION_FAILED');
  const { items } = await browser.send((api) => api.security.listEvents({}));
  expect(items[0]).toMatchObject({ kind: 'sign_in_failed' });
});

test('a member without a factor signs in with as many statements as before there were factors [U3] [U13]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const asked: string[] = [];
  const { Client } = pg;
  const query = Client.prototype.query;
  Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [config] = given as [string | { text: string }];
    asked.push(typeof config === 'string' ? config : config.text);
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await signIn(email);
  } finally {
    Client.prototype.query = query;
  }
  const ofFactors = asked.filter((text) => /auth"?\."?(factor|trusted_device)\b/.test(text));
  // Once in the insert of the session, once in the returned account.
  expect(ofFactors.map((text) => text.trim().slice(0, 6).toLowerCase())).toEqual([
    'insert',
    'select',
  ]);
});

test('staff use their role only in a session with a second factor, on no trusted device [U13] [S6]', async () => {
  const { browser, id } = await joinKindpal(kindpal.services);
  await kindpal.asOwner(`INSERT INTO user_roles (user_id, role) VALUES ('${id}', 'super_admin')`);
  const read = (one: TestBrowser) => one.send((api) => api.staff.getSystemHealth());
  expect(await refusalOf(read(browser))).toBe('SECOND_FACTOR_NEEDED');
  const repeated = { user_id: id, setup_token: 'used up' };
  expect(await errorOf(browser.send((api) => api.staff.createSuperAdmin(repeated)))).toMatchObject({
    code: 'ALREADY_SUPER_ADMIN',
    data: { details: { code: '23505' } },
  });
  const { session } = await browser.send((api) => api.account.getSession());
  expect(session?.user).toMatchObject({ app_role: 'super_admin', needs_factor: true });
  const { id: factorId, totp } = await enrollApp(browser);
  const raised = await verify(browser, { id: factorId, code: await nextCode(totp.secret) });
  expect(raised.user.needs_factor).toBe(false);
  expect(await read(browser)).toBeTruthy();
  const next = await signIn(raised.user.email);
  const code = await nextCode(totp.secret);
  await verify(next.browser, { id: factorId, code, trust_device: true });
  await next.browser.send((api) => api.account.signOut({ scope: 'local' }));
  expect((await signIn(raised.user.email, next.browser)).session.awaits_factor).toBe(true);
});

test('a device that a member trusted before they became staff needs the code again [U13] [S6]', async () => {
  const { email, id, factorId, secret } = await protect();
  const { browser } = await signIn(email);
  await verify(browser, { id: factorId, code: await nextCode(secret), trust_device: true });
  expect((await signIn(email, browser)).session.awaits_factor).toBe(false);
  await kindpal.asOwner(`INSERT INTO user_roles (user_id, role) VALUES ('${id}', 'admin')`);
  expect((await signIn(email, browser)).session.awaits_factor).toBe(true);
});

/** Sets a new password with a mailed link, in another browser. */
async function reset(email: string) {
  await new TestBrowser(kindpal.services).send((api) => api.account.recover({ email }));
  const mails = await readMailbox(kindpal.services, email);
  const mail = mails.find(({ text }) => text?.includes('/reset-password?'));
  const token = linkParameter(mail, 'access_token');
  const browser = new TestBrowser(kindpal.services);
  const done = await browser.send((api) =>
    api.account.verify({ type: 'recovery', token, password: 'Battery-Staple-2' }),
  );
  return { browser, ...done };
}

test('a new password by a mailed link still needs the second factor [U5] [U13]', async () => {
  const { email, id } = await protect();
  await age(id);
  const { browser, session, removed_ways_in } = await reset(email);
  expect(session).toMatchObject({ aal: 'aal1', awaits_factor: true });
  expect(removed_ways_in).toBe(0);
  expect(await refusalOf(listOwn(browser))).toBe('UNAUTHORIZED');
  expect(await countKept(id)).toEqual({ factors: 1, codes: 10 });
});

test('an app that a stolen session added within three days does not lock the member out of a reset [U5] [U13]', async () => {
  const { email, id } = await protect();
  const { browser, session, removed_ways_in } = await reset(email);
  expect(session).toMatchObject({ aal: 'aal1', awaits_factor: false });
  expect(removed_ways_in).toBe(1);
  expect((await listOwn(browser)).items).toEqual([]);
  expect(await countKept(id)).toEqual({ factors: 0, codes: 0 });
  const mails = await readMailbox(kindpal.services, email);
  const notice = mails.find(({ subject }) => subject.includes('password was changed'));
  expect(notice?.text).toContain('Authenticator app');
});

test('a reset keeps the recovery codes of an app that is older than three days [U5] [U13]', async () => {
  const { browser, email, id, factorId } = await protect();
  await age(id);
  const theirs = await enrollApp(browser);
  await verify(browser, { id: theirs.id, code: await nextCode(theirs.totp.secret) });
  const { session } = await reset(email);
  expect(session?.awaits_factor).toBe(true);
  const [kept] = await kindpal.asOwner(`SELECT id FROM auth.factor WHERE user_id = '${id}'`);
  expect(kept).toBe(factorId);
  expect(await countKept(id)).toEqual({ factors: 1, codes: 10 });
});

test('a secret is encrypted with the server’s, and somebody else’s factor is not found [U13]', async () => {
  const { factorId, secret } = await protect();
  const [row] = await kindpal.asOwner<string>(
    `SELECT sealed_secret FROM auth.factor WHERE id = '${factorId}'`,
  );
  expect(JSON.stringify(row)).not.toContain(secret);
  const stranger = await joinKindpal(kindpal.services);
  const attempts = [
    () => stranger.browser.send((api) => api.factor.challenge({ factor_id: factorId })),
    () => stranger.browser.send((api) => api.factor.unenroll({ factor_id: factorId })),
    () =>
      stranger.browser.send((api) =>
        api.factor.verify({ factor_id: factorId, challenge_id: factorId, code: '000000' }),
      ),
  ];
  for (const attempt of attempts) expect(await refusalOf(attempt())).toBe('NOT_FOUND');
});

test('a super admin resets the factors of a member, who is emailed the reason and signed out [U13] [S3]', async () => {
  const boss = await proveNow(
    kindpal,
    await createMember(kindpal.services.db, { app_role: 'super_admin' }),
  );
  const { browser, email, id } = await protect();
  const reset = (user_id: string) =>
    kindpal.callerFor(boss).staff.resetFactors({ user_id, reason: 'Lost the phone on a walk' });
  const admin = await createMember(kindpal.services.db, { app_role: 'admin' });
  const isOffered = async (who: TestMember) =>
    (await kindpal.callerFor(who).staff.getMember({ id })).can.reset_factors;
  expect([await isOffered(boss), await isOffered(admin)]).toEqual([true, false]);
  await reset(id);
  expect(await isOffered(boss)).toBe(false);
  expect(await refusalOf(listOwn(browser))).toBe('UNAUTHORIZED');
  const back = await signIn(email);
  expect(back.session.awaits_factor).toBe(false);
  expect(await listOwn(back.browser)).toMatchObject({ items: [], recovery_codes_left: 0 });
  const mails = await readMailbox(kindpal.services, email);
  const told = mails.find(({ text }) => text?.includes('Why: Lost the phone on a walk'));
  const token = linkParameter(told, 'token');
  await new TestBrowser(kindpal.services).send((api) =>
    api.account.verify({ type: 'not_me', token }),
  );
  expect(await refusalOf(signIn(email))).toBe('WRONG_CREDENTIALS');
  const viewsOf = () =>
    kindpal.services.db.pool.query(
      `SELECT FROM admin_activity_logs WHERE admin_id = $1 AND action = 'users_read' AND target_id = $2`,
      [boss.id, id],
    );
  const { rowCount: views } = await viewsOf();
  expect(await refusalOf(reset(id))).toBe('NO_FACTORS');
  expect((await viewsOf()).rowCount).toBe((views ?? 0) + 1);
  expect(await refusalOf(reset(boss.id))).toBe('OWN_FACTORS');
  const tried = kindpal.callerFor(admin).staff.resetFactors({ user_id: id, reason: 'No reason' });
  expect(await refusalOf(tried)).toBe('FORBIDDEN');
});
