import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../access/limits/limits.ts';
import { authSession, authUser, authVerification } from '../../db/schema/account.ts';
import { users } from '../../db/schema/member.ts';
import { errorOf, outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import { SoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import {
  confirmAddress,
  joinKindpal,
  linkParameter,
  openPage,
  PASSWORD,
  readMailbox,
  TestBrowser,
} from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { MAILED_TOKEN_SECONDS } from '../auth.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const NEW_PASSWORD = 'Battery-Staple-2';

/** Requests a link without being signed in, and reads it from the mailbox. */
async function requestToken(email: string): Promise<string> {
  await new TestBrowser(kindpal.services).send((api) => api.account.recover({ email }));
  const [mail] = await readMailbox(kindpal.services, email);
  expect(mail?.text).toContain(`${kindpal.services.env.appUrl}/reset-password?access_token=`);
  expect(mail?.text).toContain('ignore this email: your password stays the same');
  expect(linkParameter(mail, 'type')).toBe('recovery');
  // The page warns about links that were issued more than 120 s ago. [U7]
  expect(Date.now() / 1000 - Number(linkParameter(mail, 'issued_at'))).toBeLessThan(60);
  return linkParameter(mail, 'access_token');
}

function reset(
  token: string,
  password = NEW_PASSWORD,
  browser = new TestBrowser(kindpal.services),
) {
  return browser.send((api) => api.account.verify({ type: 'recovery', token, password }));
}

function signIn(email: string, password: string) {
  const input = { grant_type: 'password' as const, email, password };
  return new TestBrowser(kindpal.services).send((api) => api.account.token(input));
}

test('a mailed link sets a new password, signs in here and ends every other session [U4] [U5]', async () => {
  const { browser: elsewhere, email, id } = await joinKindpal(kindpal.services);
  const token = await requestToken(email);
  const browser = new TestBrowser(kindpal.services);
  const { session } = await reset(token, NEW_PASSWORD, browser);
  expect(session?.user).toMatchObject({ id, email_verified: true });
  expect((await browser.send((api) => api.account.getUser())).id).toBe(id);
  const ended = await refusalOf(elsewhere.send((api) => api.account.getUser()));
  expect(ended).toBe('UNAUTHORIZED');
  expect(await refusalOf(signIn(email, PASSWORD))).toBe('WRONG_CREDENTIALS');
  expect((await signIn(email, NEW_PASSWORD)).user.id).toBe(id);
  const [notice] = await readMailbox(kindpal.services, email);
  expect(notice?.subject).toContain('password was changed');
});

test('a link works once, even when used twice at once, and invalidates older links [U5]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const older = await requestToken(email);
  const token = await requestToken(email);
  const answers = await Promise.all([1, 2].map(() => outcomeOf(reset(token))));
  expect(answers.sort()).toEqual(['TOKEN_REFUSED', 'ok']);
  expect(await refusalOf(reset(token))).toBe('TOKEN_REFUSED');
  expect(await refusalOf(reset(older))).toBe('TOKEN_REFUSED');
});

test('a link expires after 30 minutes [U5]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const token = await requestToken(email);
  const { drizzle } = kindpal.services.db;
  const [kept] = await drizzle.select().from(authVerification);
  const minutes = ((kept?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(29);
  expect(minutes).toBeLessThanOrEqual(30);
  await drizzle.update(authVerification).set({ expiresAt: new Date(Date.now() - 1000) });
  expect(await refusalOf(reset(token))).toBe('TOKEN_REFUSED');
  await signIn(email, PASSWORD);
});

test('the database stores no token that would open an account [U5]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  await new TestBrowser(kindpal.services).send((api) => api.account.recover({ email }));
  const { pool } = kindpal.services.db;
  const queue = 'SELECT payload::text AS text FROM graphile_worker._private_jobs';
  expect(JSON.stringify((await pool.query(queue)).rows)).not.toContain(email);
  const [mail] = await readMailbox(kindpal.services, email);
  const token = linkParameter(mail, 'access_token');
  const { rows } = await pool.query('SELECT * FROM auth.verification');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('known and unknown addresses get the same answer, and only known ones get mail [U4]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const browser = new TestBrowser(kindpal.services);
  const ask = (address: string) => browser.send((api) => api.account.recover({ email: address }));
  expect(await ask(email)).toEqual(await ask('nobody@example.org'));
  // The same in both cases: each queues one row before any look-up.
  const { rows } = await kindpal.services.db.drizzle.execute(
    sql`SELECT task_identifier FROM graphile_worker.jobs`,
  );
  expect(rows.map((row) => row.task_identifier)).toEqual(['send_reset_link', 'send_reset_link']);
  expect(await readMailbox(kindpal.services, 'nobody@example.org')).toEqual([]);
  expect(await readMailbox(kindpal.services, email)).toHaveLength(1);
});

test('strangers who request many links learn nothing, cause few mails, and prevent nobody from recovering [U4]', async () => {
  const { browser: known, email } = await joinKindpal(kindpal.services);
  await confirmAddress(kindpal.services, email);
  const ask = (address: string, who = new TestBrowser(kindpal.services)) =>
    who.send((api) => api.account.recover({ email: address }));
  for (let n = 0; n < 10; n += 1) {
    expect(await ask(email)).toEqual({});
    expect(await ask('nobody-else@example.org')).toEqual({});
  }
  const mails = await readMailbox(kindpal.services, email);
  expect(mails).toHaveLength(LIMITS.reset_mail_by_address.points);
  // The mailed links stay valid longer than the wait for the next one.
  expect(LIMITS.reset_mail_by_address.seconds).toBeLessThan(MAILED_TOKEN_SECONDS);

  expect(await ask(email, known)).toEqual({});
  expect(await readMailbox(kindpal.services, email)).toHaveLength(mails.length + 1);
  expect((await reset(linkParameter(mails[0], 'access_token'))).session?.user.email).toBe(email);
});

test('a password that is too weak is refused at its field and the link still works [U5]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const token = await requestToken(email);
  const fields = async (password: string) => (await errorOf(reset(token, password))).data;
  expect(await fields('Ab-1')).toEqual({
    fields: [{ path: 'password', message: 'Password must be at least 6 characters long.' }],
  });
  expect(await fields('abcdefg')).toMatchObject({
    fields: [
      { message: 'Password must be at least 8 characters long' },
      { message: 'Password must contain at least one uppercase letter' },
      { message: 'Password must contain at least one number' },
      { message: 'Password must contain at least one special character' },
    ],
  });
  expect((await reset(token)).session?.user.email).toBe(email);
});

test('a password that is set does not count toward the refused ones [U5]', async () => {
  const { email, id } = await joinKindpal(kindpal.services);
  for (let n = 1; n < LIMITS.reset_by_member.points; n += 1) {
    await kindpal.services.limiter.hasRoom('reset_by_member', id);
  }
  for (const password of [NEW_PASSWORD, PASSWORD]) {
    expect(await outcomeOf(reset(await requestToken(email), password))).toBe('ok');
  }
});

test('a forged token opens nothing [U5]', async () => {
  for (const token of ['x', 'reset-password:x', "' or true --", 'é'.repeat(400)]) {
    expect(await refusalOf(reset(token))).toBe('TOKEN_REFUSED');
  }
});

test('a suspended member’s link opens nothing [U5]', async () => {
  const { email, id } = await joinKindpal(kindpal.services);
  const token = await requestToken(email);
  const { drizzle } = kindpal.services.db;
  await drizzle.update(users).set({ suspended_at: new Date() }).where(eq(users.id, id));
  expect(await refusalOf(reset(token))).toBe('TOKEN_REFUSED');
  const [account] = await drizzle.select().from(authUser).where(eq(authUser.id, id));
  expect(account?.emailVerified).toBe(false);
});

test('a sign-in with the old password during a reset is ended by it [U3] [U5]', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { email, id } = await joinKindpal(kindpal.services);
    const token = await requestToken(email);
    let isReset = false;
    const keepSigningIn = async (ip: string) => {
      while (!isReset) {
        const thief = new TestBrowser(kindpal.services);
        thief.ip = ip;
        const grant = { grant_type: 'password', email, password: PASSWORD } as const;
        await outcomeOf(thief.send((api) => api.account.token(grant)));
      }
    };
    const thieves = ['198.51.100.1', '198.51.100.2', '198.51.100.3'].map(keepSigningIn);
    await reset(token);
    isReset = true;
    await Promise.all(thieves);
    const left = await kindpal.services.db.drizzle.$count(authSession, eq(authSession.userId, id));
    expect(left, 'the one that the reset itself began').toBe(1);
  }
}, 120_000);

describe('passkeys and a new password [U5] [U13]', () => {
  async function addPasskey(browser: TestBrowser) {
    const { challenge_id, options } = await browser.send((api) => api.passkey.startRegistration());
    const credential = new SoftwareAuthenticator(kindpal.services.env.appUrl).create(options);
    return browser.send((api) => api.passkey.verifyRegistration({ challenge_id, credential }));
  }
  const listOwn = async (browser: TestBrowser) =>
    (await browser.send((api) => api.passkey.list())).items.map(({ id }) => id);

  /** The emails about a new password, the newest first. */
  const noticesTo = async (email: string) =>
    (await readMailbox(kindpal.services, email))
      .filter(({ subject }) => subject.includes('password was changed'))
      .map(({ text }) => text);

  /** A member with a passkey of three days and one of this moment. */
  async function joinWithPasskeys() {
    const member = await joinKindpal(kindpal.services);
    const own = await addPasskey(member.browser);
    await kindpal.asOwner(
      `UPDATE auth.passkey SET created_at = now() - interval '73 hours' WHERE id = '${own.id}'`,
    );
    const added = await addPasskey(member.browser);
    return { ...member, own, added };
  }

  test('a reset removes the one that an intruder may have added within 72 hours, and says so; earlier ones stay', async () => {
    const { email, own, added } = await joinWithPasskeys();
    const browser = openPage(kindpal.services);
    const { session, removed_ways_in } = await reset(
      await requestToken(email),
      NEW_PASSWORD,
      browser,
    );
    expect(session).not.toBeNull();
    expect(removed_ways_in).toBe(1);
    expect(await listOwn(browser)).toEqual([own.id]);
    expect((await noticesTo(email))[0]).toContain('We also removed a way to sign in');
    const { items } = await browser.send((api) => api.security.listEvents({ limit: 10 }));
    expect(items.find(({ kind }) => kind === 'passkey_removed')?.detail).toBe(added.friendly_name);

    const again = await reset(await requestToken(email), PASSWORD, browser);
    expect(again.removed_ways_in).toBe(0);
    expect(await listOwn(browser)).toEqual([own.id]);
    expect((await noticesTo(email))[0]).not.toContain('passkey');
  });

  test('so does a client that signs in with the link and then sets the password; a change by the member keeps all', async () => {
    const { browser, email, own, added } = await joinWithPasskeys();
    await browser.send((api) =>
      api.account.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD }),
    );
    expect(await listOwn(browser)).toEqual([own.id, added.id]);

    const other = openPage(kindpal.services);
    const token = await requestToken(email);
    await other.send((api) => api.account.verify({ type: 'recovery', token }));
    expect(await listOwn(other)).toEqual([own.id, added.id]);
    await other.send((api) => api.account.reauthenticate());
    const [mail] = await readMailbox(kindpal.services, email);
    const nonce = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
    await other.send((api) => api.account.updateUser({ password: PASSWORD, nonce }));
    expect(await listOwn(other)).toEqual([own.id]);
    expect((await noticesTo(email))[0]).toContain('We also removed a way to sign in');
  });
});
