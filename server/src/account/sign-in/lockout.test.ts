import { afterAll, beforeAll, expect, test } from 'vitest';
import { GROWING_WAITS, LIMITS, type LimitName, WARN_AFTER } from '../../access/limits/limits.ts';
import { pruneRateLimits } from '../../tasks/prune-rate-limits.ts';
import { createMember } from '../../testing/factories.ts';
import { errorOf, outcomeOf } from '../../testing/refusal-of.ts';
import {
  browserElsewhere,
  confirmAddress,
  joinKindpal,
  linkParameter,
  PASSWORD,
  readMailbox,
  TestBrowser,
} from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { beginAttempt, clearAttempt } from './failed-attempts.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const NEW_PASSWORD = 'Battery-Staple-2';
const elsewhere = () => browserElsewhere(kindpal.services);

const signIn = (email: string, browser: TestBrowser, password = PASSWORD) =>
  browser.send((api) => api.account.token({ grant_type: 'password', email, password }));

/** Fails several times from one place; refusals that demand a wait count as well. */
async function failFrom(ip: string, email: string, times: number): Promise<string[]> {
  const answers: string[] = [];
  for (let n = 0; n < times; n += 1) {
    answers.push(await outcomeOf(beginAttempt(kindpal.services, { ip, email, device: null })));
  }
  return answers;
}

/** Fails from enough places that unknown devices have to wait. */
async function besiege(email: string): Promise<void> {
  for (let place = 0; place < 8; place += 1) {
    await failFrom(`203.0.113.${100 + place}`, email, GROWING_WAITS.network.free);
  }
}

async function waitFor(email: string, browser: TestBrowser) {
  const error = await errorOf(signIn(email, browser));
  expect(error.code).toBe('TOO_MANY_REQUESTS');
  return (error.data as { retry_after_seconds: number }).retry_after_seconds;
}

/** Moves all waits into the past. */
const waitItOut = () =>
  kindpal.services.db.pool.query(
    "UPDATE auth.failed_attempts SET blocked_until = '-infinity' WHERE blocked_until > now()",
  );

/** The first wait is one second, which a busy machine may need between two calls. */
const stretchWaits = () =>
  kindpal.services.db.pool.query(
    `UPDATE auth.failed_attempts SET blocked_until = blocked_until + interval '1 minute'
     WHERE blocked_until > now() - interval '1 minute'`,
  );

test('thirty wrong passwords from one place prevent nobody from signing in elsewhere [U3]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const answers = await failFrom('192.0.2.1', email, 30);
  expect(answers.filter((answer) => answer === 'TOO_MANY_REQUESTS').length).toBeGreaterThan(15);
  expect((await signIn(email, elsewhere())).user.email).toBe(email);
});

test('nor do they from all the networks of one IPv6 customer [U3]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  for (let n = 0; n < 8; n += 1) {
    await failFrom(`2001:db8:7:${n}::1`, email, GROWING_WAITS.network.free);
  }
  expect((await signIn(email, elsewhere())).user.email).toBe(email);
});

test('wrong passwords delay the next attempt, twice as long each time, up to 15 minutes [U3]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const browser = elsewhere();
  await failFrom(browser.ip, email, GROWING_WAITS.network.free);
  const waits: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    await failFrom(browser.ip, email, 1);
    waits.push(await waitFor(email, browser));
    await waitItOut();
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  expect((await signIn(email, browser)).user.email).toBe(email);
  expect(await outcomeOf(signIn(email, browser, 'Wrong-Horse-1'))).toBe('WRONG_CREDENTIALS');
});

test('attempts during a wait are not counted, so the wait ends however many there are [U3]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const browser = elsewhere();
  await failFrom(browser.ip, email, GROWING_WAITS.network.free + 3);
  for (let n = 0; n < 20; n += 1) await waitFor(email, browser);
  await waitItOut();
  await failFrom(browser.ip, email, 1);
  expect(await waitFor(email, browser)).toBeLessThanOrEqual(4);
});

test('concurrent attempts are all counted: they allow no more guesses than sequential ones [U3]', async () => {
  const attempt = { ip: '192.0.2.77', email: 'rush@example.org', device: null };
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => outcomeOf(beginAttempt(kindpal.services, attempt))),
  );
  const tried = answers.filter((answer) => answer === 'ok');
  expect(tried).toHaveLength(GROWING_WAITS.network.free + 1);
});

test('a member keeps signing in on a known device while others fail from everywhere [U3]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  await browser.send((api) => api.account.signOut({}));
  await besiege(email);
  expect(await waitFor(email, elsewhere())).toBeGreaterThan(0);
  browser.ip = '192.0.2.200';
  expect((await signIn(email, browser)).user.email).toBe(email);
});

/** Uses up what the network of the tests' browsers may do, except for the last `left` attempts. */
async function useUp(rule: LimitName, left = 0): Promise<void> {
  const { limiter } = kindpal.services;
  const { ip } = stranger();
  for (let n = LIMITS[rule].points; n > left; n -= 1) await limiter.hasRoom(rule, ip);
}

/** A browser in the same network as those of members. */
const stranger = () => new TestBrowser(kindpal.services);

test('nor do failures of strangers in the same network keep them from it [U3] [U4] [U9]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  await confirmAddress(kindpal.services, email);
  await browser.send((api) => api.account.signOut({}));
  await readMailbox(kindpal.services, email);
  const ways: [LimitName, (who: TestBrowser) => Promise<unknown>][] = [
    ['sign_in_by_ip', (who) => signIn(email, who)],
    ['recover_by_ip', (who) => who.send((api) => api.account.recover({ email }))],
    ['code_by_ip', (who) => who.send((api) => api.account.requestCode({ email }))],
    ['passkey_by_ip', (who) => who.send((api) => api.passkey.startSignIn({}))],
  ];
  for (const [rule, go] of ways) {
    await useUp(rule);
    expect((await errorOf(go(stranger()))).data).toMatchObject({ limit: rule });
    await go(browser);
  }
  const mails = await readMailbox(kindpal.services, email);
  const [code = ''] = mails.flatMap(({ subject }) => /\d{6}/.exec(subject) ?? []);
  const reset = mails.find(({ subject }) => subject.includes('eset'));
  const token = linkParameter(reset, 'access_token');
  const type = (who: TestBrowser) =>
    who.send((api) => api.account.verify({ type: 'email', email, token: code }));
  const follow = (who: TestBrowser, given: string) =>
    who.send((api) =>
      api.account.verify({ type: 'recovery', token: given, password: NEW_PASSWORD }),
    );
  await useUp('verify_by_ip');
  const refused = { limit: 'verify_by_ip' };
  expect((await errorOf(type(stranger()))).data).toMatchObject(refused);
  expect((await errorOf(follow(stranger(), `${token}x`))).data).toMatchObject(refused);
  await type(browser);
  await follow(stranger(), token);
  await kindpal.asOwner('DELETE FROM rate_limits');
});

test('an address that nobody has confirmed gets no more emails for the browsers that signed in with it [U4] [U9]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const asking: [LimitName, () => Promise<unknown>][] = [
    ['recover_by_ip', () => browser.send((api) => api.account.recover({ email }))],
    ['code_by_ip', () => browser.send((api) => api.account.requestCode({ email }))],
    ['code_by_ip', () => browser.send((api) => api.account.resend({ type: 'signup', email }))],
  ];
  for (const [rule, ask] of asking) {
    await useUp(rule);
    expect((await errorOf(ask())).data).toMatchObject({ limit: rule });
  }
  await kindpal.asOwner('DELETE FROM rate_limits');
});

test('a valid link says what is wrong with the password in a network whose strangers failed [U5]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  await stranger().send((api) => api.account.recover({ email }));
  const mails = await readMailbox(kindpal.services, email);
  const reset = mails.find(({ subject }) => subject.includes('eset'));
  const token = linkParameter(reset, 'access_token');
  await useUp('verify_by_ip');
  const answer = stranger().send((api) =>
    api.account.verify({ type: 'recovery', token, password: PASSWORD }),
  );
  expect((await errorOf(answer)).code).toBe('INVALID_INPUT');
  await kindpal.asOwner('DELETE FROM rate_limits');
});

test('a code that signs in does not count toward the wrong ones of its network [U9]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  await confirmAddress(kindpal.services, email);
  await useUp('verify_by_ip', 1);
  for (const who of [stranger(), stranger()]) {
    await who.send((api) => api.account.requestCode({ email }));
    const [mail] = await readMailbox(kindpal.services, email);
    const [token = ''] = /\d{6}/.exec(mail?.subject ?? '') ?? [];
    const typed = who.send((api) => api.account.verify({ type: 'email', email, token }));
    expect(await outcomeOf(typed)).toBe('ok');
  }
  await kindpal.asOwner('DELETE FROM rate_limits');
});

/** Starts signing in with a passkey, which names no member yet. */
const begin = (from: TestBrowser) => from.send((api) => api.passkey.startSignIn({}));

test('the browsers where a member signed in begin a limited number of sign-ins, all together [U3]', async () => {
  const { email, browser } = await joinKindpal(kindpal.services);
  const other = stranger();
  await signIn(email, other);
  await useUp('passkey_by_ip');
  for (let n = 0; n < LIMITS.start_by_member.points; n += 1) await begin(n % 2 ? browser : other);
  expect((await errorOf(begin(browser))).data).toMatchObject({ limit: 'passkey_by_ip' });
  expect((await errorOf(begin(other))).data).toMatchObject({ limit: 'passkey_by_ip' });
  await kindpal.asOwner('DELETE FROM rate_limits');
});

test('a browser that was disowned uses up no starts of its former member, nor locks them out [U3] [U6]', async () => {
  const { email, browser } = await joinKindpal(kindpal.services);
  const thief = stranger();
  await signIn(email, thief);
  for (let n = 0; n <= LIMITS.start_by_member.points; n += 1) await begin(thief);
  await begin(browser);
  await kindpal.asOwner('DELETE FROM rate_limits');
  await browser.send((api) => api.account.signOut({ scope: 'global' }));
  await signIn(email, browser);
  await useUp('passkey_by_ip');
  expect((await errorOf(begin(thief))).data).toMatchObject({ limit: 'passkey_by_ip' });
  await begin(browser);
  await kindpal.asOwner('DELETE FROM rate_limits');
});

test('a super admin is protected from lockout like anybody else [U3] [S6]', async () => {
  const { browser, email, id } = await joinKindpal(kindpal.services);
  const { db } = kindpal.services;
  await createMember(db, { app_role: 'super_admin' });
  await db.pool.query("INSERT INTO user_roles (user_id, role) VALUES ($1, 'super_admin')", [id]);
  await besiege(email);
  expect((await signIn(email, browser)).user.app_role).toBe('super_admin');
});

test('a known device has its own count of wrong passwords, and opens no other account [U3]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const other = await joinKindpal(kindpal.services);
  await besiege(other.email);
  await waitFor(other.email, browser);
  for (let n = 0; n <= GROWING_WAITS.device.free; n += 1) {
    await outcomeOf(signIn(email, browser, `Wrong-Horse-${n}`));
  }
  await stretchWaits();
  expect(await waitFor(email, browser)).toBeGreaterThan(0);
  expect((await signIn(email, elsewhere())).user.email).toBe(email);
});

test('members of one household stay known in the browser that they share [U3]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const second = await joinKindpal(kindpal.services);
  await signIn(second.email, browser);
  for (const address of [email, second.email]) {
    await besiege(address);
    expect((await signIn(address, browser)).user.email).toBe(address);
  }
});

test('a browser is no longer known once the password was changed elsewhere, but stays known where it was changed [U3] [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const phone = elsewhere();
  await signIn(email, phone);
  await phone.send((api) =>
    api.account.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD }),
  );
  await besiege(email);
  expect((await errorOf(signIn(email, browser, NEW_PASSWORD))).code).toBe('TOO_MANY_REQUESTS');
  expect((await signIn(email, phone, NEW_PASSWORD)).user.email).toBe(email);
});

test('the known-device cookie is out of reach of scripts and other calls, and forged ones are ignored [U3]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const mark = browser.received.find((line) => line.startsWith('kindpal.device='));
  expect(mark).toMatch(/; Path=\/auth\/v1; HttpOnly; SameSite=Lax/);
  expect(mark).not.toContain(email);
  await besiege(email);
  await stretchWaits();
  const genuine = browser.cookies.get('kindpal.device') ?? '';
  const altered = `${genuine.startsWith('A') ? 'B' : 'A'}${genuine.slice(1)}`;
  for (const forged of ['', 'x', genuine.slice(0, -3), altered, 'é'.repeat(300)]) {
    const thief = elsewhere();
    thief.cookies.set('kindpal.device', forged);
    await waitFor(email, thief);
  }
});

test('a wait does not reveal who is a member [U3]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const answers = [];
  for (const address of [email, 'nobody-here@example.org']) {
    const browser = elsewhere();
    const told: unknown[] = [];
    for (let n = 0; n < GROWING_WAITS.network.free + 3; n += 1) {
      const { code, data } = await errorOf(signIn(address, browser, 'Wrong-Horse-1'));
      told.push([code, data]);
    }
    answers.push(told);
  }
  expect(answers[0]).toEqual(answers[1]);
});

test('a member is emailed once about many wrong passwords, and a stranger’s address never [U3]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  for (const address of [email, 'no-member@example.org']) {
    await failFrom('192.0.2.50', address, GROWING_WAITS.network.free - 1);
    for (let n = 0; n < WARN_AFTER / 2; n += 1) {
      await outcomeOf(signIn(address, elsewhere(), 'Wrong-Horse-1'));
    }
  }
  const mails = await readMailbox(kindpal.services, email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Many failed sign-ins to your Kindpal account',
  ]);
  expect(await readMailbox(kindpal.services, 'no-member@example.org')).toEqual([]);
});

test('signing in successfully is never rate-limited [U3]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const attempt = { ip: '192.0.2.9', email, device: null };
  for (let n = 0; n < 3 * GROWING_WAITS.address.free; n += 1) {
    await beginAttempt(kindpal.services, attempt);
    await clearAttempt(kindpal.services, attempt);
  }
  expect((await signIn(email, elsewhere())).user.email).toBe(email);
});

test('expired counts are removed, and contain no address [U3]', async () => {
  const { services, setNow } = kindpal;
  await failFrom('192.0.2.61', 'somebody@example.org', 3);
  const rows = async () =>
    (await services.db.pool.query('SELECT * FROM auth.failed_attempts')).rows;
  expect(JSON.stringify(await rows())).not.toMatch(/somebody|192\.0/);
  setNow(new Date(Date.now() + 25 * 3_600_000));
  await pruneRateLimits(services);
  setNow(null);
  expect(await rows()).toEqual([]);
});

test('waits that a clock of the future has written end with the next clean-up [U3]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const { ip } = elsewhere();
  await failFrom(ip, email, GROWING_WAITS.network.free + 3);
  const { pool } = kindpal.services.db;
  await pool.query(`UPDATE auth.failed_attempts
    SET expires_at = expires_at + interval '30 days', blocked_until = blocked_until + interval '30 days'`);
  await pruneRateLimits(kindpal.services);
  await signIn(email, Object.assign(new TestBrowser(kindpal.services), { ip }));
});
