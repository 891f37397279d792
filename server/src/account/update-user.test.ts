import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../access/limits/limits.ts';
import { emailChange } from '../db/schema/account.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import {
  joinKindpal,
  linkParameter,
  PASSWORD,
  readMailbox,
  TestBrowser,
} from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { hashPassword } from './password/passwords.ts';
import { setPassword } from './session/credential.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const NEW_PASSWORD = 'Battery-Staple-2';

function signIn(email: string, password = PASSWORD) {
  const input = { grant_type: 'password' as const, email, password };
  return new TestBrowser(kindpal.services).send((api) => api.account.token(input));
}

function askFor(browser: TestBrowser, email: string) {
  return browser.send((api) => api.account.updateUser({ email, current_password: PASSWORD }));
}

test('a member changes the password with the current one; other devices are signed out [U8]', async () => {
  const { browser, email, id } = await joinKindpal(kindpal.services);
  const phone = new TestBrowser(kindpal.services);
  await phone.send((api) =>
    api.account.token({ grant_type: 'password', email, password: PASSWORD }),
  );
  const change = { password: NEW_PASSWORD, current_password: PASSWORD };
  await browser.send((api) => api.account.updateUser(change));
  expect((await browser.send((api) => api.account.getUser())).id).toBe(id);
  expect(await refusalOf(phone.send((api) => api.account.getUser()))).toBe('UNAUTHORIZED');
  expect(await refusalOf(signIn(email))).toBe('WRONG_CREDENTIALS');
  expect((await signIn(email, NEW_PASSWORD)).user.id).toBe(id);
  const [notice] = await readMailbox(kindpal.services, email);
  expect(notice?.subject).toContain('password was changed');
});

test('a new password needs the current one, and must be good [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const change = (input: { password: string; current_password?: string }) =>
    errorOf(browser.send((api) => api.account.updateUser(input)));
  expect(await change({ password: NEW_PASSWORD, current_password: 'Wrong-Horse-1' })).toMatchObject(
    { code: 'WRONG_PASSWORD' },
  );
  expect(await change({ password: NEW_PASSWORD })).toMatchObject({
    data: { fields: [{ path: 'current_password' }] },
  });
  expect(await change({ password: 'weak', current_password: PASSWORD })).toMatchObject({
    data: { fields: [{ message: 'Password must be at least 6 characters long.' }] },
  });
  await signIn(email);
});

test('a request with one part that is refused changes nothing at all [U10]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const update = (input: Record<string, string>) =>
    refusalOf(browser.send((api) => api.account.updateUser(input)));
  // No texts are sent to this country.
  const abroad = { password: NEW_PASSWORD, current_password: PASSWORD, phone: '+44 7911 123456' };
  expect(await update(abroad)).toBe('INVALID_INPUT');
  await signIn(email);
  const fresh = `new-${email}`;
  await askFor(browser, fresh);
  const wrong = { email, password: NEW_PASSWORD, current_password: 'Wrong-Horse-1' };
  expect(await update(wrong)).toBe('WRONG_PASSWORD');
  expect((await browser.send((api) => api.account.getUser())).new_email).toBe(fresh);
});

test('a new address waits until its mailbox confirms, and the old one is notified [U8]', async () => {
  const { services } = kindpal;
  const { browser, email, id } = await joinKindpal(services);
  const fresh = `new-${email}`;
  const waiting = await askFor(browser, fresh);
  expect(waiting).toMatchObject({ email, new_email: fresh });
  expect((await signIn(email)).user.id).toBe(id);

  const [request] = await readMailbox(services, fresh);
  const [notice] = await readMailbox(services, email);
  expect(request?.text).toContain(`${services.env.appUrl}/confirm-email?token=`);
  expect(notice?.text).toContain(fresh);
  expect(notice?.text).not.toContain('/confirm-email');

  const token = linkParameter(request, 'token');
  const verify = (who: TestBrowser) =>
    who.send((api) => api.account.verify({ type: 'email_change', token }));
  const { session } = await verify(browser);
  expect(session?.user).toMatchObject({ email: fresh, new_email: null, email_verified: true });
  expect((await signIn(fresh)).user.id).toBe(id);
  expect(await refusalOf(signIn(email))).toBe('WRONG_CREDENTIALS');
  expect(await refusalOf(verify(browser))).toBe('TOKEN_REFUSED');
});

test('the link works in a browser without a session, and signs nobody in [U8]', async () => {
  const { services } = kindpal;
  const { browser, email } = await joinKindpal(services);
  const fresh = `new-${email}`;
  await askFor(browser, fresh);
  const token = linkParameter((await readMailbox(services, fresh))[0], 'token');
  const visitor = new TestBrowser(services);
  const redeemed = visitor.send((api) => api.account.verify({ type: 'email_change', token }));
  expect(await redeemed).toEqual({
    session: null,
    removed_ways_in: 0,
    deletion_canceled: false,
  });
});

test('a taken address gets the same answer, and its owner gets no mail [U8]', async () => {
  const { services } = kindpal;
  const { email: taken } = await joinKindpal(services);
  const { browser, email } = await joinKindpal(services);
  const waiting = await askFor(browser, taken);
  expect(waiting).toMatchObject({ email, new_email: taken });
  expect(await readMailbox(services, taken)).toEqual([]);
  expect(await readMailbox(services, email)).toHaveLength(1);
});

test('an address that somebody has taken meanwhile can no longer be confirmed [U8]', async () => {
  const { services } = kindpal;
  const { browser, email } = await joinKindpal(services);
  const wanted = `wanted-${email}`;
  await askFor(browser, wanted);
  const token = linkParameter((await readMailbox(services, wanted))[0], 'token');
  await joinKindpal(services, { email: wanted });
  const redeemed = browser.send((api) => api.account.verify({ type: 'email_change', token }));
  expect(await refusalOf(redeemed)).toBe('TOKEN_REFUSED');
});

test('a confirmation expires after 30 minutes, and a later change replaces an earlier one [U8]', async () => {
  const { services } = kindpal;
  const { browser, email, id } = await joinKindpal(services);
  const confirm = (token: string) =>
    refusalOf(browser.send((api) => api.account.verify({ type: 'email_change', token })));
  const ask = async (address: string) => {
    await askFor(browser, address);
    return linkParameter((await readMailbox(services, address))[0], 'token');
  };
  const first = await ask(`first-${email}`);
  const second = await ask(`second-${email}`);
  expect(await confirm(first)).toBe('TOKEN_REFUSED');
  const { drizzle } = services.db;
  await drizzle
    .update(emailChange)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(emailChange.userId, id));
  expect(await confirm(second)).toBe('TOKEN_REFUSED');
  expect((await browser.send((api) => api.account.getUser())).new_email).toBeNull();
});

test('setting one’s own address again cancels a change [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  await askFor(browser, `other-${email}`);
  const back = await browser.send((api) => api.account.updateUser({ email }));
  expect(back.new_email).toBeNull();
});

test('a new address always needs the password, even right after signing in [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const change = (current_password?: string) =>
    errorOf(
      browser.send((api) => api.account.updateUser({ email: `new-${email}`, current_password })),
    );
  expect(await change()).toMatchObject({ data: { fields: [{ path: 'current_password' }] } });
  expect(await change('Wrong-Horse-1')).toMatchObject({ code: 'WRONG_PASSWORD' });
  expect((await browser.send((api) => api.account.getUser())).new_email).toBeNull();
});

test('wrong guesses of the password in a stolen session do not lock out its member, who is emailed about them [U3] [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const thief = new TestBrowser(kindpal.services);
  await thief.send((api) =>
    api.account.token({ grant_type: 'password', email, password: PASSWORD }),
  );
  const change = (who: TestBrowser, current_password: string) =>
    outcomeOf(who.send((api) => api.account.updateUser({ current_password, email: `x-${email}` })));
  for (let n = 0; n < LIMITS.password_by_session.points; n += 1) {
    expect(await change(thief, `Wrong-Horse-${n}`)).toBe('WRONG_PASSWORD');
  }
  for (const _ of [1, 2]) expect(await change(thief, PASSWORD)).toBe('TOO_MANY_REQUESTS');
  expect(await change(browser, PASSWORD)).toBe('ok');
  const subjects = (await readMailbox(kindpal.services, email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Many failed sign-ins'))).toHaveLength(1);
});

test('a change started while the password was being reset does not survive it [U8]', async () => {
  const { services } = kindpal;
  const { browser, email, id } = await joinKindpal(services);
  await new TestBrowser(services).send((api) => api.account.recover({ email }));
  const token = linkParameter((await readMailbox(services, email))[0], 'access_token');
  const reset = new TestBrowser(services).send((api) =>
    api.account.verify({ type: 'recovery', token, password: NEW_PASSWORD }),
  );
  const changes = Array.from({ length: 5 }, (_, n) =>
    outcomeOf(
      browser.send((api) =>
        api.account.updateUser({ email: `thief-${n}-${email}`, current_password: PASSWORD }),
      ),
    ),
  );
  await Promise.all([reset, ...changes]);
  const { drizzle } = services.db;
  expect(await drizzle.select().from(emailChange).where(eq(emailChange.userId, id))).toEqual([]);
});

test('a new password cannot be the current one, a common one, or the member’s address [U2] [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services, {
    email: 'ada.quill-stone@example.org',
  });
  const change = (password: string) =>
    errorOf(
      browser.send((api) => api.account.updateUser({ password, current_password: PASSWORD })),
    );
  const saying = (message: string) => ({ data: { fields: [{ path: 'password', message }] } });
  expect(await change(PASSWORD)).toMatchObject(
    saying('Please choose a password other than your current one'),
  );
  for (const common of ['P@ssw0rd', 'Password1!', 'Qwerty123!', 'Sunshine-2024']) {
    expect(await change(common)).toMatchObject(
      saying('This password is one of the most common ones. Please choose another'),
    );
  }
  for (const own of [`A1!${email}`, 'Ada.Quill-Stone1!']) {
    expect(await change(own)).toMatchObject(saying('Password must not be your email address'));
  }
  await signIn(email);
});

test('a new address cannot be the password, whichever of the two changes [U2] [U8]', async () => {
  const password = 'Zeta.One-341@Example.org';
  const { browser } = await joinKindpal(kindpal.services, { password });
  const email = password.toLowerCase();
  const change = (to: { email: string; password?: string }, current_password: string) =>
    errorOf(browser.send((api) => api.account.updateUser({ ...to, current_password })));
  expect(await change({ email }, password)).toMatchObject({
    data: {
      fields: [
        {
          path: 'email',
          message: 'This address is your password. Choose another password first',
        },
      ],
    },
  });
  await browser.send((api) =>
    api.account.updateUser({ password: 'Battery-Staple-2', current_password: password }),
  );
  expect(await change({ email, password }, 'Battery-Staple-2')).toMatchObject({
    data: { fields: [{ path: 'password', message: 'Password must not be your email address' }] },
  });
});

test.each([
  ['anna@new.org', 'anna@new.org'],
  ['anna@new.org', 'Anna@new.org1'],
  ['anna.smith@new.org', 'Anna.Smith@New.org1'],
  ['anna.smith@new.org', 'Anna.smith1'],
])(
  'a mailed code does not help to move to %s, when the password is %s [U2] [U10]',
  async (address, password) => {
    const { services } = kindpal;
    const { browser, email, id } = await joinKindpal(services);
    const hash = await hashPassword(password, '198.51.100.1');
    await services.db.drizzle.transaction((tx) => setPassword(tx, id, hash));
    const move = async (to: string) => {
      await browser.send((api) => api.account.reauthenticate());
      const [mail] = await readMailbox(services, email);
      const nonce = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
      return browser.send((api) => api.account.updateUser({ email: to, nonce }));
    };
    const message = 'This address is your password. Choose another password first';
    expect(await errorOf(move(address))).toMatchObject({
      data: { fields: [{ path: 'email', message }] },
    });
    expect(await outcomeOf(move(`other-${email}`))).toBe('ok');
  },
);
