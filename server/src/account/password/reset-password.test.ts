import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../access/limits/limits.ts';
import { authSession, authUser, authVerification } from '../../db/schema/account.ts';
import { users } from '../../db/schema/member.ts';
import { errorOf, outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import {
  joinKindpal,
  linkParameter,
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
