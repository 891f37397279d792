import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../access/limits/limits.ts';
import { parseEnv } from '../../env.ts';
import { openMailTransport } from '../../mail/transport.ts';
import { startSmtpSink } from '../../testing/outside/smtp-sink.ts';
import { errorOf, outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import {
  joinKindpal,
  linkParameter,
  openPage,
  PASSWORD,
  readMailbox,
  TestBrowser,
} from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const browse = () => openPage(kindpal.services);

/** A member who requests a code in their browser, with the contents of the email. */
async function askForCode(given: { browser?: TestBrowser; email?: string } = {}) {
  const email = given.email ?? (await joinKindpal(kindpal.services)).email;
  const browser = given.browser ?? browse();
  expect(await browser.send((api) => api.account.requestCode({ email }))).toEqual({});
  const mail = (await readMailbox(kindpal.services, email)).find(({ subject }) =>
    subject.includes('sign-in code'),
  );
  const [code = ''] = /\d{6}/.exec(mail?.subject ?? '') ?? [];
  return { browser, email, code, link: linkParameter(mail, 'token') };
}

const enter = (browser: TestBrowser, email: string, token: string) =>
  browser.send((api) => api.account.verify({ type: 'email', email, token }));
const open = (browser: TestBrowser, token_hash: string, confirmed = false) =>
  browser.send((api) => api.account.verify({ type: 'magiclink', token_hash, confirmed }));
/** A different code. */
const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

async function forgetFailures(): Promise<void> {
  await kindpal.asOwner('DELETE FROM auth.failed_attempts');
  await kindpal.asOwner('DELETE FROM rate_limits');
}

test('a member signs in with a mailed code in the browser that requested it, and has confirmed the address [U9]', async () => {
  const { browser, email, code } = await askForCode();
  const { session } = await enter(browser, email, code);
  expect(session).toMatchObject({ access_token: null, user: { email, email_verified: true } });
  expect(await browser.send((api) => api.account.getUser())).toMatchObject({ email });
  const rows = await kindpal.asOwner<string>(
    `SELECT method FROM auth.session s JOIN auth."user" u ON u.id = s.user_id
     WHERE u.email = '${email}' ORDER BY s.created_at DESC LIMIT 1`,
  );
  expect(rows).toEqual(['otp']);
  expect(await refusalOf(enter(browser, email, code))).toBe('TOKEN_REFUSED');
});

test('a code works in no other browser, and guesses from there do not use it up [U9]', async () => {
  const { browser, email, code } = await askForCode();
  const thief = browse();
  for (let guess = 0; guess < 6; guess += 1) {
    expect(await refusalOf(enter(thief, email, code))).toBe('TOKEN_REFUSED');
  }
  // The thief requests their own code, which invalidates no other.
  await thief.send((api) => api.account.requestCode({ email }));
  expect(await refusalOf(enter(thief, email, code))).toBe('TOKEN_REFUSED');
  await forgetFailures();
  expect((await enter(browser, email, code)).session?.user.email).toBe(email);
});

test('a cookie that Kindpal did not make identifies no browser: asking for a code replaces it [U9]', async () => {
  const [asking, other] = [browse(), browse()];
  for (const one of [asking, other]) one.cookies.set('kindpal.asker', 'x');
  const { email, code } = await askForCode({ browser: asking });
  expect(await refusalOf(enter(other, email, code))).toBe('TOKEN_REFUSED');
  expect((await enter(asking, email, code)).session?.user.email).toBe(email);
});

test('an API client is recognized by its network and user agent instead of a cookie [U9]', async () => {
  const client = new TestBrowser(kindpal.services);
  const { email, code } = await askForCode({ browser: client });
  expect(client.cookies.size).toBe(0);
  const elsewhere = new TestBrowser(kindpal.services);
  elsewhere.ip = '198.51.100.9';
  expect(await refusalOf(enter(elsewhere, email, code))).toBe('TOKEN_REFUSED');
  expect((await enter(client, email, code)).session?.user.email).toBe(email);
});

/** The same cookie, brought from another network each time. */
function copies(browser: TestBrowser, count: number): TestBrowser[] {
  return Array.from({ length: count }, (_, at) => {
    const copy = browse();
    copy.cookies = new Map(browser.cookies);
    copy.ip = `198.51.${at}.7`;
    return copy;
  });
}

test('of 50 concurrent guesses from as many networks five are checked, and the right code comes too late [U9]', async () => {
  const { browser, email, code } = await askForCode();
  const { id: userId } = (await kindpal
    .asOwner<string>(`SELECT id FROM auth."user" WHERE email = '${email}'`)
    .then(([id]) => ({ id }))) as { id: string };
  const guesses = copies(browser, 50).map((one, at) => enter(one, email, wrong(code, at + 1)));
  const outcomes = await Promise.all(guesses.map(outcomeOf));
  expect(new Set(outcomes)).toEqual(new Set(['TOKEN_REFUSED', 'TOO_MANY_REQUESTS']));
  const counted = await kindpal.asOwner<number>(
    `SELECT attempts FROM auth.one_time_code WHERE user_id = '${userId}'`,
  );
  expect(counted).toEqual([5]);
  await forgetFailures();
  expect(await refusalOf(enter(browser, email, code))).toBe('TOKEN_REFUSED');
});

test('of 20 concurrent uses of the right code, one signs in [U9]', async () => {
  const { browser, email, code } = await askForCode();
  const outcomes = await Promise.all(
    copies(browser, 20).map((one) => outcomeOf(enter(one, email, code))),
  );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
});

test('with many browsers and networks, 20 guesses a day are checked for an address; the link and the member’s own browser still work [U9]', async () => {
  await forgetFailures();
  const { browser: own, email } = await joinKindpal(kindpal.services);
  own.headers = { 'sec-fetch-site': 'same-origin' };
  let asked = await askForCode({ email });
  const outcomes: string[] = [];
  for (let at = 0; at < 25; at += 1) {
    // Even if nothing had to wait, and every browser had a code of its own.
    await kindpal.asOwner('DELETE FROM auth.failed_attempts');
    await kindpal.asOwner(`DELETE FROM rate_limits WHERE key LIKE 'code_mail%'`);
    asked = await askForCode({ email });
    asked.browser.ip = `198.51.100.${at}`;
    outcomes.push(await outcomeOf(enter(asked.browser, email, wrong(asked.code))));
  }
  expect(outcomes.filter((outcome) => outcome === 'TOKEN_REFUSED')).toHaveLength(20);
  await kindpal.asOwner('DELETE FROM auth.failed_attempts');
  expect(await errorOf(enter(asked.browser, email, asked.code))).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    data: { limit: 'code_guess_by_address' },
  });
  expect((await open(asked.browser, asked.link)).session?.user.email).toBe(email);
  const there = await askForCode({ browser: own, email });
  expect((await enter(own, email, there.code)).session?.user.email).toBe(email);
  // An unknown address is refused after as many.
  const unknown: string[] = [];
  for (let at = 0; at < 21; at += 1) {
    await kindpal.asOwner('DELETE FROM auth.failed_attempts');
    unknown.push(await outcomeOf(enter(browse(), 'nobody-at-all@example.org', '123456')));
  }
  expect(unknown.indexOf('TOO_MANY_REQUESTS')).toBe(20);
  await forgetFailures();
});

test('the right code, and guesses that had to wait, are not counted among those 20 [U9]', async () => {
  await forgetFailures();
  const { browser, email, code } = await askForCode();
  for (let at = 0; at < 30; at += 1) await outcomeOf(enter(browser, email, wrong(code, at + 1)));
  const counted = () =>
    kindpal.asOwner<number>(`SELECT points FROM rate_limits WHERE key LIKE 'code_guess%'`);
  const [guesses = 0] = await counted();
  expect(guesses).toBeLessThan(20);
  await kindpal.asOwner('DELETE FROM auth.failed_attempts');
  const again = await askForCode({ email });
  expect((await enter(again.browser, email, again.code)).session?.user.email).toBe(email);
  expect(await counted()).toEqual([guesses]);
  await forgetFailures();
});

test('the database itself allows no sixth guess [U9]', async () => {
  const { email } = await askForCode();
  const statement = `UPDATE auth.one_time_code SET attempts = 6 WHERE user_id =
    (SELECT id FROM auth."user" WHERE email = '${email}')`;
  await expect(kindpal.asOwner(statement)).rejects.toThrow('one_time_code_attempts');
});

test('a code expires after 10 minutes, and when the browser requests another [U9]', async () => {
  const first = await askForCode();
  const second = await askForCode(first);
  expect(await refusalOf(enter(first.browser, first.email, first.code))).toBe('TOKEN_REFUSED');
  kindpal.setNow(new Date(Date.now() + 10 * 60_000 + 1000));
  expect(await refusalOf(enter(first.browser, first.email, second.code))).toBe('TOKEN_REFUSED');
  expect(await refusalOf(open(first.browser, second.link))).toBe('TOKEN_REFUSED');
  kindpal.setNow(null);
  expect((await enter(first.browser, first.email, second.code)).session).toBeTruthy();
});

test('the link signs in immediately where it was requested, elsewhere after a confirming click, and once [U9]', async () => {
  const here = await askForCode();
  expect((await open(here.browser, here.link)).session?.user.email).toBe(here.email);
  const there = await askForCode();
  const other = browse();
  expect(await errorOf(open(other, there.link))).toMatchObject({
    code: 'CONFIRMATION_NEEDED',
    data: { email: there.email },
  });
  expect((await open(other, there.link, true)).session?.user.email).toBe(there.email);
  expect(await refusalOf(open(other, there.link, true))).toBe('TOKEN_REFUSED');
  // Using the link also uses up the code in the same email.
  expect(await refusalOf(enter(there.browser, there.email, there.code))).toBe('TOKEN_REFUSED');
});

test('an unknown address gets the same answer as a known one, and neither mail nor account [U9]', async () => {
  const known = await askForCode();
  const email = 'nobody-here@example.org';
  const asked = await browse().send((api) => api.account.requestCode({ email }));
  expect(asked).toEqual({});
  expect(await readMailbox(kindpal.services, email)).toEqual([]);
  const answers = await Promise.all(
    [known.email, email].map(async (address) => {
      const started = performance.now();
      const error = await errorOf(enter(known.browser, address, wrong(known.code)));
      return { error, ms: performance.now() - started };
    }),
  );
  expect(answers[0]?.error).toEqual(answers[1]?.error);
  for (const { ms } of answers) expect(ms).toBeGreaterThan(149);
  const accounts = await kindpal.asOwner(`SELECT 1 FROM auth."user" WHERE email = '${email}'`);
  expect(accounts).toEqual([]);
});

test('wrong codes delay the next attempt like wrong passwords, and count together with them [U3] [U9]', async () => {
  await forgetFailures();
  const { browser, email, code } = await askForCode();
  const outcomes: string[] = [];
  for (let guess = 0; guess < 6; guess += 1) {
    outcomes.push(await outcomeOf(enter(browser, email, wrong(code))));
    const grant = { grant_type: 'password' as const, email, password: 'Wrong-Horse-1' };
    outcomes.push(await outcomeOf(browser.send((api) => api.account.token(grant))));
  }
  expect(outcomes.slice(0, 10)).not.toContain('TOO_MANY_REQUESTS');
  expect(outcomes.slice(10)).toContain('TOO_MANY_REQUESTS');
  await forgetFailures();
});

test('a suspended member gets no code, and one mailed before does not work [U9]', async () => {
  const { browser, email, code, link } = await askForCode();
  await kindpal.asOwner(`UPDATE users SET suspended_at = now() WHERE id =
    (SELECT id FROM auth."user" WHERE email = '${email}')`);
  expect(await refusalOf(enter(browser, email, code))).toBe('TOKEN_REFUSED');
  expect(await refusalOf(open(browser, link, true))).toBe('TOKEN_REFUSED');
  const before = await readMailbox(kindpal.services, email);
  await browser.send((api) => api.account.requestCode({ email }));
  expect(await readMailbox(kindpal.services, email)).toHaveLength(before.length);
});

test('a reset, a changed password and signing out everywhere invalidate a pending code [U9]', async () => {
  const { browser, email, id } = await joinKindpal(kindpal.services);
  browser.headers = { 'sec-fetch-site': 'same-origin' };
  const asked = await askForCode({ browser, email });
  await browser.send((api) => api.account.signOut({ scope: 'global' }));
  expect(await refusalOf(enter(browser, email, asked.code))).toBe('TOKEN_REFUSED');
  expect(await kindpal.asOwner(`SELECT 1 FROM auth.one_time_code WHERE user_id = '${id}'`)).toEqual(
    [],
  );
});

test('a request that is too old is not mailed, and nothing is stored in clear text [U9]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const browser = browse();
  await browser.send((api) => api.account.requestCode({ email }));
  const queued = await kindpal.asOwner<string>(
    'SELECT payload::text FROM graphile_worker._private_jobs',
  );
  expect(queued.join()).not.toContain(email);
  kindpal.setNow(new Date(Date.now() + 11 * 60_000));
  expect(await readMailbox(kindpal.services, email)).toEqual([]);
  kindpal.setNow(null);
});

test('while the mail server is down everybody gets the same answer, and the code mailed later works [U9]', async () => {
  const { services } = kindpal;
  const { email } = await joinKindpal(services);
  await readMailbox(services, email);
  const sink = await startSmtpSink();
  const { transport } = services.mailer;
  services.mailer.transport = openMailTransport(parseEnv({ SMTP_URL: sink.url }));
  sink.verdict = 'cut';
  try {
    const browser = browse();
    for (const address of [email, `nobody-${email}`]) {
      expect(await browser.send((api) => api.account.requestCode({ email: address }))).toEqual({});
    }
    await readMailbox(services, email);
    expect(sink.accepted).toEqual([]);
    sink.verdict = 'accept';
    await kindpal.asOwner('UPDATE graphile_worker._private_jobs SET run_at = now()');
    await readMailbox(services, email);
    expect(sink.accepted).toHaveLength(1);
    const [code = ''] =
      /\d{6}/.exec(/^Subject: .*$/m.exec(sink.accepted[0] ?? '')?.[0] ?? '') ?? [];
    expect((await enter(browser, email, code)).session?.user).toMatchObject({ email });
  } finally {
    services.mailer.transport = transport;
    await sink.close();
  }
});

test('mailing again gives the same answer for a code, a new address and neither [U9]', async () => {
  await forgetFailures();
  const { browser, email } = await joinKindpal(kindpal.services);
  const resend = (type: 'signup' | 'email_change' | 'sms', address: string) =>
    browser.send((api) => api.account.resend({ type, email: address }));
  expect(await resend('signup', email)).toEqual({});
  const [first] = await readMailbox(kindpal.services, email);
  expect(first?.subject).toContain('Confirm your email');
  const next = `next-${email}`;
  await browser.send((api) => api.account.updateUser({ email: next, current_password: PASSWORD }));
  const [former] = await readMailbox(kindpal.services, next);
  expect(await resend('email_change', email)).toEqual({});
  const [again] = await readMailbox(kindpal.services, next);
  const [old, token] = [former, again].map((mail) => linkParameter(mail, 'token'));
  expect(token).not.toBe(old);
  const confirm = (link = '') =>
    browser.send((api) => api.account.verify({ type: 'email_change', token: link }));
  expect(await refusalOf(confirm(old))).toBe('TOKEN_REFUSED');
  expect((await confirm(token)).session?.user).toMatchObject({ email: next, email_verified: true });
  // Already confirmed: there is nothing to mail again, and the answer does not show it.
  expect(await resend('signup', next)).toEqual({});
  expect(await resend('email_change', next)).toEqual({});
  expect(await resend('email_change', 'nobody@example.org')).toEqual({});
  expect(await readMailbox(kindpal.services, next)).toHaveLength(2);
});

test('requests to confirm an address again use up no sign-in codes: nobody can silently keep a member from getting one [U9]', async () => {
  const { email } = await askForCode();
  await forgetFailures();
  const stranger = browse();
  for (let n = 0; n < LIMITS.code_mail_by_address.points; n += 1) {
    await stranger.send((api) => api.account.resend({ type: 'signup', email }));
    await stranger.send((api) => api.account.resend({ type: 'email_change', email }));
  }
  const { browser, code } = await askForCode({ email });
  expect((await enter(browser, email, code)).session?.user.email).toBe(email);
});

test('a browser of a member without a password is not affected by strangers’ guesses either [U9]', async () => {
  const first = await askForCode();
  const { browser, email } = first;
  await kindpal.asOwner(`DELETE FROM auth.account WHERE user_id =
    (SELECT id FROM auth."user" WHERE email = '${email}')`);
  await enter(browser, email, first.code);
  for (let n = 0; n < LIMITS.code_guess_by_address.points; n += 1) {
    await kindpal.services.limiter.consume('code_guess_by_address', email);
  }
  const { code } = await askForCode({ browser, email });
  expect((await enter(browser, email, code)).session?.user.email).toBe(email);
});

test('a request with neither an address nor a phone is refused [U9]', async () => {
  expect(await errorOf(browse().send((api) => api.account.requestCode({})))).toMatchObject({
    data: {
      fields: [{ path: 'email', message: 'You must provide either an email or phone number.' }],
    },
  });
});
