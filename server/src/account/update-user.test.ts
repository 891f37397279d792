import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authSession, emailChange } from '../db/schema/account.ts';
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
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const NEW_PASSWORD = 'Battery-Staple-2';

function signIn(email: string, password = PASSWORD) {
  const input = { grant_type: 'password' as const, email, password };
  return new TestBrowser(kindpal.services).send((api) => api.account.token(input));
}

async function ageSessions(userId: string) {
  const createdAt = new Date(Date.now() - 25 * 3_600_000);
  await kindpal.services.db.drizzle
    .update(authSession)
    .set({ createdAt })
    .where(eq(authSession.userId, userId));
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

test('a new address waits until its mailbox confirms, and the old one is told [U8]', async () => {
  const { services } = kindpal;
  const { browser, email, id } = await joinKindpal(services);
  const fresh = `new-${email}`;
  const waiting = await browser.send((api) => api.account.updateUser({ email: fresh }));
  expect(waiting).toMatchObject({ email, new_email: fresh });
  expect((await signIn(email)).user.id).toBe(id);

  const [request] = await readMailbox(services, fresh);
  const [notice] = await readMailbox(services, email);
  expect(request?.text).toContain(`${services.env.appUrl}/confirm-email?token=`);
  expect(notice?.text).toContain(fresh);
  expect(notice?.text).not.toContain('token=');

  const token = linkParameter(request, 'token');
  const verify = (who: TestBrowser) =>
    who.send((api) => api.account.verify({ type: 'email_change', token }));
  const { session } = await verify(browser);
  expect(session?.user).toMatchObject({ email: fresh, new_email: null, email_verified: true });
  expect((await signIn(fresh)).user.id).toBe(id);
  expect(await refusalOf(signIn(email))).toBe('WRONG_CREDENTIALS');
  expect(await refusalOf(verify(browser))).toBe('TOKEN_REFUSED');
});

test('the link works in a browser where nobody is signed in, and signs nobody in [U8]', async () => {
  const { services } = kindpal;
  const { browser, email } = await joinKindpal(services);
  const fresh = `new-${email}`;
  await browser.send((api) => api.account.updateUser({ email: fresh }));
  const token = linkParameter((await readMailbox(services, fresh))[0], 'token');
  const visitor = new TestBrowser(services);
  const redeemed = visitor.send((api) => api.account.verify({ type: 'email_change', token }));
  expect(await redeemed).toEqual({ session: null });
});

test('an address that is taken is answered alike, and its owner hears nothing [U8]', async () => {
  const { services } = kindpal;
  const { email: taken } = await joinKindpal(services);
  const { browser, email } = await joinKindpal(services);
  const waiting = await browser.send((api) => api.account.updateUser({ email: taken }));
  expect(waiting).toMatchObject({ email, new_email: taken });
  expect(await readMailbox(services, taken)).toEqual([]);
  expect(await readMailbox(services, email)).toHaveLength(1);
});

test('an address that somebody took meanwhile cannot be confirmed any more [U8]', async () => {
  const { services } = kindpal;
  const { browser, email } = await joinKindpal(services);
  const wanted = `wanted-${email}`;
  await browser.send((api) => api.account.updateUser({ email: wanted }));
  const token = linkParameter((await readMailbox(services, wanted))[0], 'token');
  await joinKindpal(services, { email: wanted });
  const redeemed = browser.send((api) => api.account.verify({ type: 'email_change', token }));
  expect(await refusalOf(redeemed)).toBe('TOKEN_REFUSED');
});

test('a confirmation ends after 30 minutes, and a later change replaces an earlier one [U8]', async () => {
  const { services } = kindpal;
  const { browser, email, id } = await joinKindpal(services);
  const confirm = (token: string) =>
    refusalOf(browser.send((api) => api.account.verify({ type: 'email_change', token })));
  const ask = async (address: string) => {
    await browser.send((api) => api.account.updateUser({ email: address }));
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

test('asking for one’s own address again withdraws a change [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  await browser.send((api) => api.account.updateUser({ email: `other-${email}` }));
  const back = await browser.send((api) => api.account.updateUser({ email }));
  expect(back.new_email).toBeNull();
});

test('after a day a new address needs the password or a fresh sign-in [U8]', async () => {
  const { browser, email, id } = await joinKindpal(kindpal.services);
  await ageSessions(id);
  const change = (current_password?: string) =>
    outcomeOf(
      browser.send((api) => api.account.updateUser({ email: `new-${email}`, current_password })),
    );
  expect(await change()).toBe('SIGN_IN_AGAIN');
  expect(await change('Wrong-Horse-1')).toBe('WRONG_PASSWORD');
  expect(await change(PASSWORD)).toBe('ok');
});
