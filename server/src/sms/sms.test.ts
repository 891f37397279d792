import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../access/limits/limits.ts';
import { CODE_MINUTES } from '../account/one-time-codes.ts';
import { eraseDueMembers } from '../deletion/erase-due-members.ts';
import { runDueTasks } from '../tasks/start-tasks.ts';
import { directAttempt } from '../testing/direct-attempt.ts';
import { createMember } from '../testing/factories.ts';
import { makeGoTrueClient } from '../testing/gotrue-client.ts';
import { startTwilioSink } from '../testing/outside/twilio-sink.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import {
  joinKindpal,
  linkParameter,
  PASSWORD,
  readMailbox,
  TestBrowser,
} from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { deliverQueuedSms } from './deliver-queued-sms.ts';
import { openSmsTransport } from './sms-transport.ts';

let twilio: Awaited<ReturnType<typeof startTwilioSink>>;
let kindpal: TestKindpal;
let server: TestServer;
const lines: string[] = [];
beforeAll(async () => {
  twilio = await startTwilioSink();
  kindpal = await startTestKindpal({
    settings: { SMS_URL: twilio.url, SMS_COUNTRIES: 'US,GB', SMS_HOURLY_MAX: '1000' },
    output: {
      write: (line) => {
        lines.push(line);
      },
    },
  });
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
  await twilio.close();
});
afterEach(async () => {
  twilio.state.verdict = 'accept';
  kindpal.setNow(null);
  await kindpal.asOwner('DELETE FROM rate_limits');
  await kindpal.asOwner('DELETE FROM auth.failed_attempts');
});

let numbers = 200;
/** An unused New Jersey number. */
function newNumber(): string {
  numbers += 1;
  return `+1201555${String(numbers).padStart(4, '0')}`;
}

/** The code in the newest message to a number, after running queued tasks. */
async function codeFor(phone: string): Promise<string> {
  await runDueTasks(kindpal.services);
  const found = twilio.sent.findLast(({ to }) => to === phone);
  return /code is (\d{6})/.exec(found?.text ?? '')?.[1] ?? '';
}
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

async function signIn(email: string) {
  const client = makeGoTrueClient(server);
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  return client;
}

/** A member with a verified phone, through the published client. */
async function withPhone(phone = newNumber()) {
  const { email, id, browser } = await joinKindpal(kindpal.services);
  const { auth } = await signIn(email);
  expect((await auth.updateUser({ phone })).error).toBeNull();
  const token = await codeFor(phone);
  const proved = await auth.verifyOtp({ phone, token, type: 'phone_change' });
  expect(proved.error).toBeNull();
  return { auth, email, id, browser, phone };
}

describe('the published client and phones [U9] [U13] [X1]', () => {
  it('verifies a number, signs in with it, changes and removes it', async () => {
    const { auth, id, email, phone } = await withPhone();
    expect((await auth.getUser()).data.user?.phone).toBe(phone);
    const [sent] = twilio.sent.filter(({ to }) => to === phone);
    expect(sent).toMatchObject({
      from: '+12015550100',
      authorization: `Basic ${Buffer.from('AC123:token').toString('base64')}`,
    });
    const added = (await readMailbox(kindpal.services, email))[0];
    expect(added?.subject).toContain('A phone number was added');
    expect(JSON.stringify(added)).not.toContain(phone.slice(1));

    const visitor = makeGoTrueClient(server);
    expect((await visitor.auth.signInWithOtp({ phone })).error).toBeNull();
    const first = await codeFor(phone);
    expect((await visitor.auth.resend({ type: 'sms', phone })).error).toBeNull();
    const token = await codeFor(phone);
    const old = await visitor.auth.verifyOtp({ phone, token: first, type: 'sms' });
    if (first !== token) expect(old.error).toMatchObject({ status: 403, code: 'otp_expired' });
    const { data, error } = await visitor.auth.verifyOtp({ phone, token, type: 'sms' });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    const claims = await visitor.auth.getClaims();
    expect(claims.data?.claims.amr).toMatchObject([{ method: 'otp' }]);
    const again = await visitor.auth.verifyOtp({ phone, token, type: 'sms' });
    expect(again.error?.message).toBe('An error occurred on token verification.');

    const next = newNumber();
    expect((await auth.updateUser({ phone: next })).error).toBeNull();
    const earlier = await codeFor(next);
    expect((await auth.resend({ type: 'phone_change', phone: next })).error).toBeNull();
    const code = await codeFor(next);
    expect(code === earlier).toBe(false);
    // A code verifies only the number it was sent to.
    const swapped = newNumber();
    const wrong = await auth.verifyOtp({ phone: swapped, token: code, type: 'phone_change' });
    expect(wrong.error).toMatchObject({ code: 'otp_expired' });
    const moved = await auth.verifyOtp({ phone: next, token: code, type: 'phone_change' });
    expect(moved.error).toBeNull();
    // The session started with the former number has ended.
    expect((await visitor.auth.getUser()).error).not.toBeNull();
    expect((await auth.getUser()).data.user?.phone).toBe(next);
    expect((await auth.updateUser({ phone: '' })).error).toBeNull();
    expect((await auth.getUser()).data.user?.phone).toBeUndefined();
    const gone = twilio.sent.length;
    expect((await visitor.auth.signInWithOtp({ phone: next })).error).toBeNull();
    await runDueTasks(kindpal.services);
    expect(twilio.sent).toHaveLength(gone);
  });

  it('sends a queued text to nobody who has left meanwhile', async () => {
    const { services } = kindpal;
    const { id, phone } = await withPhone();
    const { length } = twilio.sent;
    await services.texter.send({ to: phone, text: 'Your code is 123456', member_id: id });
    await kindpal.asOwner(`INSERT INTO auth.deletion_request (user_id, asked_at, due_at)
      VALUES ('${id}', now() - interval '15 days', now() - interval '1 day')`);
    await eraseDueMembers(services);
    const [payload] = await kindpal.asOwner<{ sealed: string }>(
      `SELECT payload FROM graphile_worker._private_jobs JOIN graphile_worker.jobs USING (id)
       WHERE task_identifier = 'send_sms'`,
    );
    await deliverQueuedSms(services, payload as { sealed: string }, directAttempt());
    expect(twilio.sent).toHaveLength(length);
  });

  it('gives the same answer for an unknown number, and sends nothing there', async () => {
    const { phone } = await withPhone();
    const unknown = newNumber();
    const answers = [];
    for (const one of [phone, unknown]) {
      const client = makeGoTrueClient(server);
      const asked = await client.auth.signInWithOtp({ phone: one });
      const tried = await client.auth.verifyOtp({ phone: one, token: '000000', type: 'sms' });
      answers.push([asked, tried.error?.message, tried.error?.code]);
    }
    expect(answers[0]).toEqual(answers[1]);
    await runDueTasks(kindpal.services);
    expect(twilio.sent.some(({ to }) => to === unknown)).toBe(false);
  });

  it('refuses anything but a mobile number of the configured countries', async () => {
    const { auth } = makeGoTrueClient(server);
    const numbers = [
      '+15550100',
      '+4930123456',
      '+19005551234',
      '+18765551234',
      'abc',
      "1' OR 1=1",
    ];
    for (const phone of numbers) {
      const { error } = await auth.signInWithOtp({ phone });
      expect([phone, error?.code, error?.message]).toEqual([
        phone,
        'validation_failed',
        'Enter a mobile number with its area code (US, GB)',
      ]);
    }
    const neither = await auth.signInWithOtp({} as { phone: string });
    expect(neither.error?.message).toBe('You must provide either an email or phone number.');
  });

  it('enrolls a phone as a second factor, needs its code, and removes it', async () => {
    const { email } = await joinKindpal(kindpal.services);
    const { auth } = await signIn(email);
    const phone = newNumber();
    const { data, error } = await auth.mfa.enroll({ factorType: 'phone', phone });
    expect(error).toBeNull();
    const name = `Phone ending in ${phone.slice(-2)}`;
    expect(data).toMatchObject({ type: 'phone', phone, friendly_name: name });
    const factorId = data?.id ?? '';
    const challenge = await auth.mfa.challenge({ factorId, channel: 'sms' });
    expect(challenge.data).toMatchObject({ type: 'phone' });
    const challengeId = challenge.data?.id ?? '';
    const code = await codeFor(phone);
    const wrong = await auth.mfa.verify({ factorId, challengeId, code: otherThan(code) });
    expect(wrong.error).toMatchObject({ code: 'mfa_verification_failed' });
    expect((await auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
    const claims = await auth.getClaims();
    expect(claims.data?.claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/phone' }, {}] });
    const [mail] = await readMailbox(kindpal.services, email);
    expect(mail?.text).toContain('A phone that is texted codes was added');

    const next = await signIn(email);
    const listed = await next.auth.mfa.listFactors();
    expect(listed.data?.phone).toMatchObject([{ id: factorId, friendly_name: name }]);
    const asked = await next.auth.mfa.challenge({ factorId, channel: 'sms' });
    const raised = await next.auth.mfa.verify({
      factorId,
      challengeId: asked.data?.id ?? '',
      code: await codeFor(phone),
    });
    expect(raised.error).toBeNull();
    expect((await next.auth.mfa.unenroll({ factorId })).error).toBeNull();
  });
});

/** A number used to sign in and as a second factor. */
it('one phone is never both factors [U13]', async () => {
  const { auth, phone } = await withPhone();
  const { data } = await auth.mfa.enroll({ factorType: 'phone', phone });
  const factorId = data?.id ?? '';
  const { data: asked } = await auth.mfa.challenge({ factorId, channel: 'sms' });
  const code = await codeFor(phone);
  const first = await auth.mfa.verify({ factorId, challengeId: asked?.id ?? '', code });
  expect(first.error).toBeNull();
  const thief = makeGoTrueClient(server);
  await thief.auth.signInWithOtp({ phone });
  const token = await codeFor(phone);
  expect((await thief.auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull();
  const { error } = await thief.auth.mfa.challenge({ factorId, channel: 'sms' });
  expect(error).toMatchObject({ status: 422, code: 'mfa_verification_rejected' });
});

it('two phones with the same last digits are both second factors, with different names [U13]', async () => {
  const { auth } = await signIn((await joinKindpal(kindpal.services)).email);
  const enroll = (phone: string) => auth.mfa.enroll({ factorType: 'phone', phone });
  const first = '+12015558942';
  const { data } = await enroll(first);
  expect(data).toMatchObject({ friendly_name: 'Phone ending in 42' });
  const factorId = data?.id ?? '';
  const { data: asked } = await auth.mfa.challenge({ factorId, channel: 'sms' });
  const code = await codeFor(first);
  const verified = await auth.mfa.verify({ factorId, challengeId: asked?.id ?? '', code });
  expect(verified.error).toBeNull();
  const second = await enroll('+12015558842');
  expect(second.data).toMatchObject({ friendly_name: 'Phone ending in 42 (2)' });
  // Adding the same number twice is refused.
  expect((await enroll(first)).error).toMatchObject({ code: 'mfa_factor_name_conflict' });
});

it('a code works once, in the browser that requested it, for five guesses and 10 minutes [U9]', async () => {
  const { phone, id } = await withPhone();
  const browsers = [new TestBrowser(kindpal.services), new TestBrowser(kindpal.services)];
  for (const one of browsers) one.headers = { 'sec-fetch-site': 'same-origin' };
  const [own, other] = browsers as [TestBrowser, TestBrowser];
  const ask = () => own.send((api) => api.account.requestCode({ phone }));
  const enter = (browser: TestBrowser, token: string) =>
    outcomeOf(browser.send((api) => api.account.verify({ type: 'sms', phone, token })));
  await ask();
  const code = await codeFor(phone);
  expect(await enter(other, code)).toBe('TOKEN_REFUSED');
  const twice = await Promise.all([enter(own, code), enter(own, code)]);
  expect(twice.filter((one) => one === 'TOKEN_REFUSED')).toHaveLength(1);

  await ask();
  const guarded = await codeFor(phone);
  const wrong = otherThan(guarded);
  const guesses = await Promise.all(
    Array.from({ length: 8 }, (_, at) => {
      const elsewhere = new TestBrowser(kindpal.services);
      const { headers, cookies } = own;
      Object.assign(elsewhere, { headers, cookies: new Map(cookies), ip: `198.51.${at}.7` });
      return enter(elsewhere, wrong);
    }),
  );
  expect(new Set(guesses)).toEqual(new Set(['TOKEN_REFUSED']));
  expect(await enter(own, guarded)).toBe('TOKEN_REFUSED');
  const [attempts] = await kindpal.asOwner<number>(
    `SELECT attempts FROM auth.one_time_code WHERE user_id = '${id}' AND purpose = 'sms'`,
  );
  expect(attempts).toBe(5);

  await ask();
  const late = await codeFor(phone);
  kindpal.setNow(new Date(Date.now() + 10 * 60_000 + 1000));
  expect(await enter(own, late)).toBe('TOKEN_REFUSED');
});

it('the code of a new number allows five guesses too [U9]', async () => {
  const { browser } = await joinKindpal(kindpal.services);
  const phone = newNumber();
  await browser.send((api) => api.account.updateUser({ phone }));
  const code = await codeFor(phone);
  const enter = (token: string) =>
    refusalOf(browser.send((api) => api.account.verify({ type: 'phone_change', phone, token })));
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await enter(otherThan(code))).toBe('TOKEN_REFUSED');
  }
  expect(await enter(code)).toBe('TOKEN_REFUSED');
});

it('a code texted to a member’s former number does not sign in with the new one [U9]', async () => {
  const { phone, id } = await withPhone();
  const browser = new TestBrowser(kindpal.services);
  await browser.send((api) => api.account.requestCode({ phone }));
  const token = await codeFor(phone);
  const next = newNumber();
  // A change removes the codes, except one that is being stored meanwhile.
  await kindpal.asOwner(`UPDATE auth."user" SET phone = '${next}' WHERE id = '${id}'`);
  const entered = browser.send((api) => api.account.verify({ type: 'sms', phone: next, token }));
  expect(await refusalOf(entered)).toBe('TOKEN_REFUSED');
});

it('a number verified by another account is refused once it is verified again [U9]', async () => {
  const { phone } = await withPhone();
  const { email } = await joinKindpal(kindpal.services);
  const { auth } = await signIn(email);
  // Nobody learns that it is taken before they have verified it.
  expect((await auth.updateUser({ phone })).error).toBeNull();
  const token = await codeFor(phone);
  const taken = await auth.verifyOtp({ phone, token, type: 'phone_change' });
  expect(taken.error).toMatchObject({ status: 422, code: 'phone_exists' });
});

it('a suspended member gets no code, and an earlier one does not sign in [U9]', async () => {
  const { phone, id } = await withPhone();
  const { auth } = makeGoTrueClient(server);
  await auth.signInWithOtp({ phone });
  const token = await codeFor(phone);
  await kindpal.asOwner(`UPDATE users SET suspended_at = now() WHERE id = '${id}'`);
  const { error } = await auth.verifyOtp({ phone, token, type: 'sms' });
  expect(error).not.toBeNull();
  const before = twilio.sent.length;
  expect((await auth.signInWithOtp({ phone })).error).toBeNull();
  await runDueTasks(kindpal.services);
  expect(twilio.sent).toHaveLength(before);
});

it('a code whose request waited too long in the queue is not texted [U9]', async () => {
  const { phone } = await withPhone();
  await makeGoTrueClient(server).auth.signInWithOtp({ phone });
  const before = twilio.sent.length;
  kindpal.setNow(new Date(Date.now() + (CODE_MINUTES + 1) * 60_000));
  await runDueTasks(kindpal.services);
  expect(twilio.sent).toHaveLength(before);
});

it('a suspended member whose second factor is a phone gets a code with the emailed link, for this link only [U13] [X1]', async () => {
  const { browser, email, id } = await joinKindpal(kindpal.services);
  const phone = newNumber();
  const { id: factor_id } = await browser.send((api) =>
    api.factor.enroll({ factor_type: 'phone', phone }),
  );
  const { id: challenge_id } = await browser.send((api) => api.factor.challenge({ factor_id }));
  const first = await codeFor(phone);
  await browser.send((api) => api.factor.verify({ factor_id, challenge_id, code: first }));
  const admin = await createMember(kindpal.services.db, { app_role: 'admin' });
  const reason = 'You asked two sitters for a deposit.';
  await kindpal.callerFor(admin).moderation.suspend({ member_id: id, ends_at: null, reason });
  const tokenIn = async (about: RegExp) =>
    linkParameter(
      (await readMailbox(kindpal.services, email)).find(({ subject }) => about.test(subject)),
      'token',
    );
  const anyone = kindpal.callerFor(null).moderation;
  const linkOf = async () => {
    await anyone.mailAccountLink({ token: await tokenIn(/is banned/) });
    return tokenIn(/^Your data and your account$/);
  };
  const token = await linkOf();
  const use = (code: string, link = token) => anyone.manageAccount({ token: link, code });

  expect(await refusalOf(anyone.manageAccount({ token }))).toBe('INSUFFICIENT_AAL');
  await anyone.textAccountCode({ token });
  const code = await codeFor(phone);
  expect(code).not.toBe('');
  kindpal.setNow(new Date(Date.now() + 1_000));
  const other = await linkOf();
  expect(other).not.toBe(token);
  expect(await refusalOf(use(code, other))).toBe('MFA_VERIFICATION_FAILED');
  expect(await refusalOf(use(otherThan(code)))).toBe('MFA_VERIFICATION_FAILED');
  expect((await use(code)).archive.state).toBe('none');
  expect(await refusalOf(use(code))).toBe('MFA_VERIFICATION_FAILED');

  const texts = LIMITS.sms_by_member.points - 1;
  for (let n = 0; n < texts; n += 1) await anyone.textAccountCode({ token });
  expect(await refusalOf(anyone.textAccountCode({ token }))).toBe('TOO_MANY_REQUESTS');
});

it('a suspended member without a phone is not texted [U13]', async () => {
  const { email, id } = await joinKindpal(kindpal.services);
  const admin = await createMember(kindpal.services.db, { app_role: 'admin' });
  const reason = 'You asked two sitters for a deposit.';
  await kindpal.callerFor(admin).moderation.suspend({ member_id: id, ends_at: null, reason });
  const anyone = kindpal.callerFor(null).moderation;
  const [banned] = await readMailbox(kindpal.services, email);
  await anyone.mailAccountLink({ token: linkParameter(banned, 'token') });
  const [linked] = await readMailbox(kindpal.services, email);
  const token = linkParameter(linked, 'token');
  expect(await refusalOf(anyone.textAccountCode({ token }))).toBe('MFA_PHONE_VERIFY_NOT_ENABLED');
});

it('another member’s challenge, or another factor’s, verifies nothing [U13]', async () => {
  const [own, other] = await Promise.all(
    [newNumber(), newNumber()].map(async (phone) => {
      const { auth } = await signIn((await joinKindpal(kindpal.services)).email);
      const { data } = await auth.mfa.enroll({ factorType: 'phone', phone });
      const factorId = data?.id ?? '';
      const { data: asked } = await auth.mfa.challenge({ factorId, channel: 'sms' });
      return { auth, factorId, challengeId: asked?.id ?? '', code: await codeFor(phone) };
    }),
  );
  if (!own || !other) throw new Error('two members have a phone each');
  const { factorId, challengeId, code } = other;
  const foreign = await own.auth.mfa.verify({ factorId, challengeId, code });
  expect(foreign.error).toMatchObject({ status: 404 });
  const swapped = await own.auth.mfa.verify({ factorId: own.factorId, challengeId, code });
  expect(swapped.error).toMatchObject({ code: 'mfa_challenge_expired' });
  const alien = { factorId: own.factorId, challengeId: own.challengeId, code };
  if (code !== own.code) expect((await own.auth.mfa.verify(alien)).error).not.toBeNull();
  const right = { ...alien, code: own.code };
  const twice = await Promise.all([own.auth.mfa.verify(right), own.auth.mfa.verify(right)]);
  expect(twice.filter(({ error }) => error === null)).toHaveLength(1);
});

it('of two members who verify one number at the same time, one gets it [U9]', async () => {
  const phone = newNumber();
  const rivals = [];
  for (const { email } of [
    await joinKindpal(kindpal.services),
    await joinKindpal(kindpal.services),
  ]) {
    const { auth } = await signIn(email);
    expect((await auth.updateUser({ phone })).error).toBeNull();
    rivals.push({ auth, token: await codeFor(phone) });
  }
  const outcomes = await Promise.all(
    rivals.map(({ auth, token }) => auth.verifyOtp({ phone, token, type: 'phone_change' })),
  );
  expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1);
  const owners = await kindpal.asOwner(`SELECT id FROM auth."user" WHERE phone = '${phone}'`);
  expect(owners).toHaveLength(1);
});

it('adding and removing need a fresh sign-in [U10]', async () => {
  const { auth, id, phone } = await withPhone();
  await kindpal.asOwner(
    `UPDATE auth.session SET confirmed_at = now() - interval '11 minutes' WHERE user_id = '${id}'`,
  );
  for (const one of ['', newNumber()]) {
    const { error } = await auth.updateUser({ phone: one });
    expect(error).toMatchObject({ status: 403, code: 'reauthentication_needed' });
  }
  expect((await auth.getUser()).data.user?.phone).toBe(phone);
  const visitor = new TestBrowser(kindpal.services);
  const guess = { type: 'phone_change' as const, phone, token: '000000' };
  expect(await refusalOf(visitor.send((api) => api.account.verify(guess)))).toBe('TOKEN_REFUSED');
});

it('“This wasn’t me” removes the number [U6]', async () => {
  const { id, email, browser } = await withPhone();
  const mails = await readMailbox(kindpal.services, email);
  const mail = mails.find(({ subject }) => subject.includes('A phone number was added'));
  const token = new URL(/http\S+not-me\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get(
    'token',
  );
  await browser.send((api) => api.account.verify({ type: 'not_me', token: token ?? '' }));
  const [phone] = await kindpal.asOwner(`SELECT phone FROM auth."user" WHERE id = '${id}'`);
  expect(phone).toBeNull();
});

describe('the provider', () => {
  const deliver = (timeout?: number) =>
    openSmsTransport(kindpal.services.env, timeout)?.deliver(
      { to: '+12015550123', text: 'code is 123456' },
      { signal: new AbortController().signal },
    );

  it('that hangs, disconnects or is busy fails the attempt, without logging the number', async () => {
    twilio.state.verdict = 'hang';
    const started = performance.now();
    await expect(deliver(200)).rejects.toThrow(/timeout/);
    expect(performance.now() - started).toBeLessThan(2000);
    twilio.state.verdict = 'cut';
    await expect(deliver()).rejects.toThrow('fetch failed');
    twilio.state.verdict = 'busy';
    await expect(deliver()).rejects.toThrow('The SMS provider answered 503 (20503)');
    twilio.state.verdict = 'garbled';
    await expect(deliver()).rejects.toThrow('The SMS provider answered 400 (0)');
    twilio.state.verdict = 'refuse';
    await expect(deliver()).rejects.toThrow('refuses this number (21211)');
  });

  it('that is busy is retried; one that refuses the number is not; the log names neither', async () => {
    const { email } = await joinKindpal(kindpal.services);
    const { auth } = await signIn(email);
    const phone = newNumber();
    twilio.state.verdict = 'busy';
    expect((await auth.updateUser({ phone })).error).toBeNull();
    await runDueTasks(kindpal.services);
    twilio.state.verdict = 'accept';
    await kindpal.asOwner('UPDATE graphile_worker._private_jobs SET run_at = now()');
    expect(await codeFor(phone)).toMatch(/^\d{6}$/);

    const refused = newNumber();
    twilio.state.verdict = 'refuse';
    const before = twilio.state.asked;
    expect((await auth.updateUser({ phone: refused })).error).toBeNull();
    await runDueTasks(kindpal.services);
    await kindpal.asOwner('UPDATE graphile_worker._private_jobs SET run_at = now()');
    await runDueTasks(kindpal.services);
    expect(twilio.state.asked - before).toBe(1);
    const written = lines.join('');
    expect(written).toContain('The SMS provider refuses a number');
    for (const one of [phone, refused]) expect(written).not.toContain(one.slice(1));
  });

  it('gets at most 10 messages per number and day from strangers, and in total as many as configured', async () => {
    const { phone } = await withPhone();
    const before = twilio.sent.length;
    for (let i = 0; i < 14; i += 1) {
      await kindpal.asOwner(`DELETE FROM rate_limits WHERE key LIKE 'sms_by_%'`);
      const { auth } = makeGoTrueClient(server);
      expect((await auth.signInWithOtp({ phone })).error).toBeNull();
    }
    await runDueTasks(kindpal.services);
    expect(twilio.sent.length - before).toBe(LIMITS.sms_a_day_by_number.points);

    const small = await startTestKindpal({
      settings: { SMS_URL: twilio.url, SMS_HOURLY_MAX: '2' },
    });
    const sentBefore = twilio.sent.length;
    const { browser } = await joinKindpal(small.services);
    for (let i = 0; i < 4; i += 1) {
      await browser.send((api) => api.account.updateUser({ phone: newNumber() }));
    }
    await runDueTasks(small.services);
    await small.stop();
    expect(twilio.sent.length - sentBefore).toBe(2);
  });
});

describe('the texts to a number that strangers use up [U3] [U9]', () => {
  const textsTo = async (phone: string, ask: () => Promise<unknown>) => {
    const count = () => twilio.sent.filter(({ to }) => to === phone).length;
    const before = count();
    await ask();
    await runDueTasks(kindpal.services);
    return count() - before;
  };
  /** Requests as many codes as strangers may in a day, whatever they may in 10 minutes. */
  async function flood(phone: string) {
    for (let n = 0; n < LIMITS.sms_a_day_by_number.points; n += 1) {
      await kindpal.asOwner(`DELETE FROM rate_limits WHERE key LIKE 'sms_by_%'`);
      await makeGoTrueClient(server).auth.signInWithOtp({ phone });
    }
    await runDueTasks(kindpal.services);
    const one = makeGoTrueClient(server).auth;
    expect(await textsTo(phone, () => one.signInWithOtp({ phone }))).toBe(0);
  }

  it('are not those of the devices known to its member, who sign in there, together 10 times a day', async () => {
    const { phone, id, browser } = await withPhone();
    await flood(phone);
    const ask = () => browser.send((api) => api.account.requestCode({ phone }));
    await ask();
    const token = await codeFor(phone);
    const { session } = await browser.send((api) =>
      api.account.verify({ type: 'sms', phone, token }),
    );
    expect(session?.user.id).toBe(id);
    const { points } = LIMITS.known_sms_by_number;
    for (let n = 1; n < points; n += 1) expect(await textsTo(phone, ask)).toBe(1);
    expect(await textsTo(phone, ask)).toBe(0);
    const day = LIMITS.known_sms_a_day_by_number.points;
    const many = async () => {
      for (let n = 0; n < day; n += 1) {
        await kindpal.asOwner(`DELETE FROM rate_limits WHERE key LIKE 'known_sms_by_%'`);
        await ask();
      }
    };
    // The one too soon was not sent, and is not counted for the day.
    expect(await textsTo(phone, many)).toBe(day - points);
  });

  it('are not those of a member who verifies it', async () => {
    const phone = newNumber();
    await flood(phone);
    const { auth } = await signIn((await joinKindpal(kindpal.services)).email);
    expect((await auth.updateUser({ phone })).error).toBeNull();
    const token = await codeFor(phone);
    const { error } = await auth.verifyOtp({ phone, token, type: 'phone_change' });
    expect(error).toBeNull();
  });

  it('are not used up by a member who verifies it', async () => {
    const phone = newNumber();
    const { auth } = await signIn((await joinKindpal(kindpal.services)).email);
    const { points } = LIMITS.verify_sms_by_number;
    const verify = async () => expect((await auth.updateUser({ phone })).error).toBeNull();
    for (let n = 0; n < points; n += 1) expect(await textsTo(phone, verify)).toBe(1);
    const token = await codeFor(phone);
    expect((await auth.verifyOtp({ phone, token, type: 'phone_change' })).error).toBeNull();
    const visitor = makeGoTrueClient(server).auth;
    expect(await textsTo(phone, () => visitor.signInWithOtp({ phone }))).toBe(1);
  });
});

it('an unverified number is texted three times in 10 minutes, however many members enroll it [U13]', async () => {
  const phone = newNumber();
  const challenge = async () => {
    const { auth } = await signIn((await joinKindpal(kindpal.services)).email);
    const { data } = await auth.mfa.enroll({ factorType: 'phone', phone });
    return auth.mfa.challenge({ factorId: data?.id ?? '', channel: 'sms' });
  };
  for (let i = 0; i < 3; i += 1) expect((await challenge()).error).toBeNull();
  expect((await challenge()).error).toMatchObject({ status: 429 });
});

it('somebody who knows the password cannot use up the texts of the member’s own browser [U3] [U13]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const phone = newNumber();
  const { id: factor_id } = await browser.send((api) =>
    api.factor.enroll({ factor_type: 'phone', phone }),
  );
  const challenge = (who: TestBrowser) => who.send((api) => api.factor.challenge({ factor_id }));
  const { id: challenge_id } = await challenge(browser);
  const code = await codeFor(phone);
  await browser.send((api) => api.factor.verify({ factor_id, challenge_id, code }));
  await browser.send((api) => api.account.signOut({}));

  const thief = new TestBrowser(kindpal.services);
  const grant = { grant_type: 'password' as const, email, password: PASSWORD };
  await thief.send((api) => api.account.token(grant));
  const limit = LIMITS.sms_by_member.points;
  for (let n = 0; n < limit; n += 1) await challenge(thief);
  expect(await refusalOf(challenge(thief))).toBe('TOO_MANY_REQUESTS');
  await browser.send((api) => api.account.token(grant));
  // One was used above, to enroll the phone.
  for (let n = 1; n < limit; n += 1) await challenge(browser);
  expect(await refusalOf(challenge(browser))).toBe('TOO_MANY_REQUESTS');
});

it('a member who has to prove their identity first is not counted as texted [U9] [U10]', async () => {
  const { browser } = await joinKindpal(kindpal.services);
  const phone = newNumber();
  kindpal.setNow(new Date(Date.now() + 11 * 60_000));
  const ask = () => browser.send((api) => api.account.updateUser({ phone }));
  for (let i = 0; i < 7; i += 1) {
    expect(await refusalOf(ask())).toBe('REAUTHENTICATION_NEEDED');
  }
  await browser.send((api) => api.factor.confirm({ password: PASSWORD }));
  expect((await ask()).phone).toBeNull();
});

it('without a provider every call is refused by its name [U9] [U13]', async () => {
  const bare = await startTestKindpal({ settings: { KINDPAL_MODE: 'production' } });
  const door = await startTestServer(bare);
  const { email } = await joinKindpal(bare.services);
  const { auth } = makeGoTrueClient(door);
  await auth.signInWithPassword({ email, password: PASSWORD });
  const phone = '+12015550123';
  const refused = { status: 422, code: 'phone_provider_disabled' };
  expect((await auth.signInWithOtp({ phone })).error).toMatchObject(refused);
  expect((await auth.resend({ type: 'sms', phone })).error).toMatchObject(refused);
  expect((await auth.updateUser({ phone })).error).toMatchObject(refused);
  for (const type of ['sms', 'phone_change'] as const) {
    const { error } = await auth.verifyOtp({ phone, token: '000000', type });
    expect(error).toMatchObject(refused);
  }
  const enrolled = await auth.mfa.enroll({ factorType: 'phone', phone });
  expect(enrolled.error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' });
  const config = await (await door.fetch('/config.json')).json();
  expect(config).not.toHaveProperty('offers_phone');
  await door.close();
  await bare.stop();
});

describe('a number that was added less than 72 hours ago [U5] [U9] [U10]', () => {
  const age = (id: string) =>
    kindpal.asOwner(
      `UPDATE auth."user" SET phone_confirmed_at = now() - interval '73 hours' WHERE id = '${id}'`,
    );
  async function signInByText(phone: string) {
    const client = makeGoTrueClient(server);
    expect((await client.auth.signInWithOtp({ phone })).error).toBeNull();
    const token = await codeFor(phone);
    expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull();
    return client.auth;
  }
  const enroll = async (auth: Awaited<ReturnType<typeof signInByText>>) =>
    (await auth.mfa.enroll({ factorType: 'totp' })).error?.code;

  it('only signs in: a stolen session may have added it', async () => {
    const { id, phone } = await withPhone();
    expect(await enroll(await signInByText(phone))).toBe('reauthentication_needed');
    await age(id);
    expect(await enroll(await signInByText(phone))).toBeUndefined();
  });

  it('is removed by a password reset, which says so; an older one stays', async () => {
    const { id, email, phone } = await withPhone();
    const page = new TestBrowser(kindpal.services);
    const reset = async (password: string) => {
      await page.send((api) => api.account.recover({ email }));
      const [mail] = await readMailbox(kindpal.services, email);
      const token = linkParameter(mail, 'access_token');
      return page.send((api) => api.account.verify({ type: 'recovery', token, password }));
    };
    const phoneOf = () =>
      kindpal.asOwner<string>(`SELECT phone FROM auth."user" WHERE id = '${id}'`);
    await age(id);
    expect((await reset('Battery-Staple-2')).removed_ways_in).toBe(0);
    expect(await phoneOf()).toEqual([phone]);
    await kindpal.asOwner(
      `UPDATE auth."user" SET phone_confirmed_at = now() - interval '71 hours' WHERE id = '${id}'`,
    );
    expect((await reset('Battery-Staple-3')).removed_ways_in).toBe(1);
    expect(await phoneOf()).toEqual([null]);
    const { items } = await page.send((api) => api.security.listEvents({ limit: 10 }));
    expect(items.map(({ kind }) => kind)).toContain('phone_removed');
  });
});
