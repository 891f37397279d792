import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encrypt } from '../../access/encrypt.ts';
import { LIMITS } from '../../access/limits/limits.ts';
import { authUser, emailChange, emailUndo } from '../../db/schema/account.ts';
import type { KeptMail } from '../../mail/dev-mail.ts';
import { getLinkId } from '../../notification/queries.ts';
import { DIGEST, mailedSettingsUrl } from '../../notification/settings/mailed-settings.ts';
import { directAttempt } from '../../testing/direct-attempt.ts';
import { untilLockWaits } from '../../testing/lock-waits.ts';
import { outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import {
  joinKindpal,
  linkParameter,
  mintInvite,
  PASSWORD,
  readMailbox,
  signUpForm,
  TestBrowser,
} from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { RESET_ADDRESS, sendResetLink } from '../password/send-reset-link.ts';
import { CODE_REQUEST, sendSignInCode } from '../sign-in/send-sign-in-code.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const NEW_PASSWORD = 'Battery-Staple-2';

const browse = () => new TestBrowser(kindpal.services);
const mailbox = (address: string) => readMailbox(kindpal.services, address);

async function signIn(email: string, password = PASSWORD): Promise<TestBrowser> {
  const browser = browse();
  const input = { grant_type: 'password' as const, email, password };
  await browser.send((api) => api.account.token(input));
  return browser;
}

const ask = (who: TestBrowser, email: string) =>
  who.send((api) => api.account.updateUser({ email, current_password: PASSWORD }));
const verify = (type: 'email_change' | 'email_undo', token: string, who = browse()) =>
  who.send((api) => api.account.verify({ type, token }));
const isIn = async (who: TestBrowser) =>
  (await who.send((api) => api.account.getSession())).session !== null;

/** Only one mail in this mailbox has a confirmation link; undo links are found by their subject. */
const confirmToken = async (address: string) => linkParameter((await mailbox(address))[0], 'token');
async function undoToken(address: string, about: string): Promise<string> {
  const mail = (await mailbox(address)).find(({ subject }) => subject.includes(about));
  expect(mail?.text).toContain('/undo-email-change?token=');
  return linkParameter(mail as KeptMail, 'token');
}

async function changeTo(who: TestBrowser, email: string): Promise<void> {
  await ask(who, email);
  await verify('email_change', await confirmToken(email), who);
}

async function recover(email: string, password: string): Promise<TestBrowser> {
  const browser = browse();
  await browser.send((api) => api.account.recover({ email }));
  const token = linkParameter((await mailbox(email))[0], 'access_token');
  await browser.send((api) => api.account.verify({ type: 'recovery', token, password }));
  return browser;
}

test('a thief with a stolen session cannot even request another address without the password [U8]', async () => {
  const { browser: stolen, email } = await joinKindpal(kindpal.services);
  const change = stolen.send((api) => api.account.updateUser({ email: `thief-${email}` }));
  expect(await refusalOf(change)).toBe('INVALID_INPUT');
  expect(await mailbox(`thief-${email}`)).toEqual([]);
});

test('a mailbox gets only some confirmation links in a day, no matter who enters its address [U8]', async () => {
  const theirs = 'never-asked@example.org';
  const askAll = async () => {
    const { browser, email } = await joinKindpal(kindpal.services);
    for (let n = 0; n < LIMITS.email_change_by_member.points; n += 1) await ask(browser, theirs);
    await browser.send((api) => api.account.resend({ type: 'email_change', email }));
    expect(await mailbox(email)).not.toEqual([]);
  };
  await askAll();
  expect(await mailbox(theirs)).toHaveLength(LIMITS.email_change_mail_by_member.points);
  const sent = LIMITS.email_change_mail_by_member.points;
  for (let n = sent; n < LIMITS.email_change_mail_by_address.points - 1; n += 1) {
    await kindpal.services.limiter.consume('email_change_mail_by_address', theirs);
  }
  await askAll();
  expect(await mailbox(theirs)).toHaveLength(sent + 1);
});

test('a mailbox gets no more confirmation links under other tags [U8]', async () => {
  const { browser } = await joinKindpal(kindpal.services);
  const { points } = LIMITS.email_change_mail_by_member;
  const tagged = (n: number) => `tagged+${n}@example.org`;
  for (let n = 0; n <= points; n += 1) {
    await kindpal.services.db.pool.query(
      "DELETE FROM rate_limits WHERE key LIKE 'email_change_by%'",
    );
    await ask(browser, tagged(n));
  }
  expect(await mailbox(tagged(points - 1))).toHaveLength(1);
  expect(await mailbox(tagged(points))).toEqual([]);
});

const RESENT_IN_VAIN: [when: string, happen: (id: string, to: string) => Promise<unknown>][] = [
  [
    'its deadline has passed',
    (id) =>
      kindpal.asOwner(`UPDATE auth.email_change SET expires_at = now() - interval '1 minute'
        WHERE user_id = '${id}'`),
  ],
  ['somebody else has joined with it', (_, email) => joinKindpal(kindpal.services, { email })],
];
test.each(RESENT_IN_VAIN)(
  'the link to confirm a new address is not mailed again once %s [U8] [U9]',
  async (_, happen) => {
    const { browser, email, id } = await joinKindpal(kindpal.services);
    const next = `next-${email}`;
    await ask(browser, next);
    const resend = () =>
      browse().send((api) => api.account.resend({ type: 'email_change', email }));
    const before = (await mailbox(next)).length;
    await resend();
    expect(await mailbox(next)).toHaveLength(before + 1);
    await happen(id, next);
    const then = (await mailbox(next)).length;
    await resend();
    expect(await mailbox(next)).toHaveLength(then);
  },
);

test('a member may go back to an address whose undo link is still valid [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  await changeTo(browser, `next-${email}`);
  await ask(browser, email);
  const mails = await mailbox(email);
  expect(mails.filter(({ text }) => text?.includes('/confirm-email'))).not.toEqual([]);
});

test('nobody alone can keep a member from changing to their own mailbox [U8]', async () => {
  const { browser: hostile, email } = await joinKindpal(kindpal.services);
  const { browser } = await joinKindpal(kindpal.services);
  const theirs = `own-${email}`;
  for (let n = 0; n < LIMITS.email_change_by_member.points; n += 1) await ask(hostile, theirs);
  for (let n = 0; n < 3; n += 1) {
    await hostile.send((api) => api.account.resend({ type: 'email_change', email }));
  }
  expect((await mailbox(theirs)).length).toBeGreaterThan(5);
  await changeTo(browser, theirs);
  expect((await browser.send((api) => api.account.getUser())).email).toBe(theirs);
});

test('the former mailbox’s links neither end nor confirm a newsletter subscription that has moved [U8] [P6]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const next = `next-${email}`;
  const visitor = kindpal.callerFor(null).newsletter;
  await visitor.subscribe({ email });
  const [mail] = await mailbox(email);
  const confirm = linkParameter(mail, 'token');
  const [, unsubscribe = ''] = /unsubscribe\?token=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  await visitor.confirm({ token: confirm });
  await changeTo(browser, next);
  const reader = () =>
    kindpal.asOwner(`SELECT confirmed_at IS NOT NULL AND unsubscribed_at IS NULL AS reads
      FROM newsletter_subscriptions WHERE email = '${next}'`);
  expect(await visitor.unsubscribe({ token: unsubscribe })).toEqual({});
  expect(await reader()).toEqual([true]);
  expect(await refusalOf(visitor.confirm({ token: confirm }))).toBe('LINK_EXPIRED');
});

test('a guessed address on the waitlist or for the newsletter does not show staff the new address of its member [P4] [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const { pool } = kindpal.services.db;
  await pool.query('INSERT INTO newsletter_subscriptions (email) VALUES ($1)', [email]);
  await pool.query(`INSERT INTO waitlist_entries (email, full_name) VALUES ($1, 'Guess')`, [email]);
  await changeTo(browser, `next-${email}`);
  const { rows } = await pool.query(
    `SELECT email FROM newsletter_subscriptions WHERE email LIKE $1
     UNION ALL SELECT email FROM waitlist_entries WHERE email LIKE $1`,
    [`%${email}`],
  );
  expect(rows).toEqual([{ email }, { email }]);
});

test('a stranger’s guess of the new address does not replace the member’s own rows [P4] [P6] [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const { pool } = kindpal.services.db;
  for (const [address, confirmed] of [
    [email, new Date()],
    [`next-${email}`, null],
  ]) {
    await pool.query('INSERT INTO newsletter_subscriptions (email, confirmed_at) VALUES ($1, $2)', [
      address,
      confirmed,
    ]);
    await pool.query(
      'INSERT INTO waitlist_entries (email, full_name, confirmed_at) VALUES ($1, $3, $2)',
      [address, confirmed, confirmed ? 'Robin' : 'Guess'],
    );
  }
  await changeTo(browser, `next-${email}`);
  const { rows } = await pool.query(
    `SELECT email, NULL AS name, confirmed_at IS NOT NULL AS confirmed
     FROM newsletter_subscriptions WHERE email LIKE $1
     UNION ALL SELECT email, full_name, confirmed_at IS NOT NULL
     FROM waitlist_entries WHERE email LIKE $1`,
    [`%${email}`],
  );
  const moved = { email: `next-${email}`, confirmed: true };
  expect(rows).toEqual([
    { ...moved, name: null },
    { ...moved, name: 'Robin' },
  ]);
});

/** A member with a confirmed newsletter subscription, and an address to change to. */
async function joinSubscribed() {
  const { browser, email } = await joinKindpal(kindpal.services);
  const { pool } = kindpal.services.db;
  await pool.query(
    'INSERT INTO newsletter_subscriptions (email, confirmed_at) VALUES ($1, now())',
    [email],
  );
  return { browser, email, next: `next-${email}`, pool };
}

test('a member’s newsletter subscription and waitlist entry move to a new address, and back when the change is undone [U8] [X1]', async () => {
  const { browser, email, next, pool } = await joinSubscribed();
  await pool.query(
    `INSERT INTO waitlist_entries (email, full_name, note, confirmed_at)
     VALUES ($1, 'Robin', 'Mine', now()), ($2, 'Robin', 'Newer', now())`,
    [email, next],
  );
  const kept = async () => {
    const { rows } = await pool.query(
      `SELECT email, NULL AS note FROM newsletter_subscriptions WHERE email IN ($1, $2)
       UNION ALL SELECT email, note FROM waitlist_entries WHERE email IN ($1, $2)`,
      [email, next],
    );
    return rows;
  };
  await changeTo(browser, next);
  const both = (address: string) => [
    { email: address, note: null },
    { email: address, note: 'Newer' },
  ];
  expect(await kept()).toEqual(both(next));
  await verify('email_undo', await undoToken(email, 'was changed'));
  expect(await kept()).toEqual(both(email));
});

test('a visitor who enters a member’s new address while it is confirmed does not stop that [U8] [P6]', async () => {
  const { browser, email, next, pool } = await joinSubscribed();
  await ask(browser, next);
  const token = await confirmToken(next);
  const visitor = await pool.connect();
  await visitor.query('BEGIN');
  await visitor.query('INSERT INTO newsletter_subscriptions (email) VALUES ($1)', [next]);
  const confirming = outcomeOf(verify('email_change', token, browser));
  await untilLockWaits(pool, 1, 'update "newsletter_subscriptions"%');
  await visitor.query('COMMIT');
  visitor.release();
  expect(await confirming).toBe('ok');
  const { rows } = await pool.query(
    `SELECT email, confirmed_at IS NOT NULL AS confirmed FROM newsletter_subscriptions
     WHERE email IN ($1, $2)`,
    [email, next],
  );
  expect(rows).toEqual([{ email: next, confirmed: true }]);
});

test('the links in emails to a mailbox change the settings only while it is the member’s [U8]', async () => {
  const { services } = kindpal;
  const { browser, email, id } = await joinKindpal(services);
  const next = `next-${email}`;
  const mailedToken = async () => {
    const linkId = await getLinkId(services.db.drizzle, id);
    const url = mailedSettingsUrl(services, linkId, { group: DIGEST });
    return new URL(url).searchParams.get('token') ?? '';
  };
  const use = (token: string) =>
    outcomeOf(browse().send((api) => api.notification.getMailedSettings({ token })));
  const first = await mailedToken();
  expect(await use(first)).toBe('ok');
  await changeTo(browser, next);
  const second = await mailedToken();
  expect([await use(first), await use(second)]).toEqual(['LINK_EXPIRED', 'ok']);
  await verify('email_undo', await undoToken(email, 'was changed'));
  expect([await use(second), await use(await mailedToken())]).toEqual(['LINK_EXPIRED', 'ok']);
});

test('a member who resets the password, as the notice says, keeps the account from a thief’s pending change [U5] [U8]', async () => {
  const { email, id } = await joinKindpal(kindpal.services);
  const thief = await signIn(email);
  const theirs = `thief-${email}`;
  await ask(thief, theirs);
  const link = await confirmToken(theirs);

  const victim = await recover(email, NEW_PASSWORD);

  expect(await isIn(thief)).toBe(false);
  expect(await refusalOf(verify('email_change', link))).toBe('TOKEN_REFUSED');
  const before = (await mailbox(theirs)).length;
  await browse().send((api) => api.account.recover({ email: theirs }));
  expect(await mailbox(theirs)).toHaveLength(before);
  expect(await victim.send((api) => api.account.getUser())).toMatchObject({
    id,
    email,
    new_email: null,
  });
  expect(await isIn(await signIn(email, NEW_PASSWORD))).toBe(true);
});

test.each([
  [
    'changes the password',
    (who: TestBrowser) =>
      who.send((api) =>
        api.account.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD }),
      ),
  ],
  [
    'signs out everywhere',
    (who: TestBrowser) => who.send((api) => api.account.signOut({ scope: 'global' })),
  ],
] as const)(
  'a member who %s ends a pending change and every mailed link [U5] [U6] [U8]',
  async (_what, act) => {
    const { browser, email, id } = await joinKindpal(kindpal.services);
    const thief = await signIn(email);
    await ask(thief, `thief-${email}`);
    const confirm = await confirmToken(`thief-${email}`);
    await thief.send((api) => api.account.recover({ email }));
    const reset = linkParameter((await mailbox(email))[0], 'access_token');

    await act(browser);

    expect(await refusalOf(verify('email_change', confirm))).toBe('TOKEN_REFUSED');
    const redeemed = browse().send((api) =>
      api.account.verify({ type: 'recovery', token: reset, password: 'Another-Horse-3' }),
    );
    expect(await refusalOf(redeemed)).toBe('TOKEN_REFUSED');
    const { drizzle } = kindpal.services.db;
    expect(await drizzle.select().from(emailChange).where(eq(emailChange.userId, id))).toEqual([]);
  },
);

test('a thief who signs out all other devices cancels a pending change, but not the reset link that ends the thief’s session [U5] [U6]', async () => {
  const { browser: stolen, email, id } = await joinKindpal(kindpal.services);
  await ask(stolen, `new-${email}`);
  await browse().send((api) => api.account.recover({ email }));
  const reset = linkParameter((await mailbox(email))[0], 'access_token');
  await stolen.send((api) => api.account.signOut({ scope: 'others' }));
  const { drizzle } = kindpal.services.db;
  expect(await drizzle.select().from(emailChange).where(eq(emailChange.userId, id))).toEqual([]);
  await browse().send((api) =>
    api.account.verify({ type: 'recovery', token: reset, password: NEW_PASSWORD }),
  );
  expect(await isIn(stolen)).toBe(false);
});

test('a thief who keeps changing the password loses to the link of the email about it [U6] [U8]', async () => {
  const { browser: thief, email } = await joinKindpal(kindpal.services);
  await browse().send((api) => api.account.recover({ email }));
  const reset = linkParameter((await mailbox(email))[0], 'access_token');
  const change = { password: 'Thieves-Own-9', current_password: PASSWORD };
  await thief.send((api) => api.account.updateUser(change));
  const redeemed = browse().send((api) =>
    api.account.verify({ type: 'recovery', token: reset, password: NEW_PASSWORD }),
  );
  expect(await refusalOf(redeemed)).toBe('TOKEN_REFUSED');

  const notice = (await mailbox(email)).find(({ subject }) => subject.includes('was changed'));
  const token = linkParameter(notice, 'token');
  await browse().send((api) => api.account.verify({ type: 'not_me', token }));
  expect(await isIn(thief)).toBe(false);
  expect(await refusalOf(signIn(email, 'Thieves-Own-9'))).toBe('WRONG_CREDENTIALS');
  expect((await mailbox(email))[0]?.subject).toBe('Reset your Kindpal password');
});

test('a completed change cancels the reset links in the former mailbox [U5] [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  await ask(browser, `new-${email}`);
  const confirm = await confirmToken(`new-${email}`);
  await browse().send((api) => api.account.recover({ email }));
  const token = linkParameter((await mailbox(email))[0], 'access_token');
  await verify('email_change', confirm, browser);
  const redeemed = browse().send((api) =>
    api.account.verify({ type: 'recovery', token, password: NEW_PASSWORD }),
  );
  expect(await refusalOf(redeemed)).toBe('TOKEN_REFUSED');
});

test('the old address gets an email at the request and at the completion, which ends all other sessions [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const phone = await signIn(email);
  const fresh = `new-${email}`;
  await ask(browser, fresh);
  expect((await mailbox(email))[0]?.subject).toBe('Your email address is about to change');
  expect(await isIn(phone)).toBe(true);
  await verify('email_change', await confirmToken(fresh), browser);
  expect((await mailbox(email))[0]?.subject).toBe('Your email address was changed');
  expect([await isIn(browser), await isIn(phone)]).toEqual([true, false]);
});

test('a change confirmed without a session ends every session [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  await ask(browser, `new-${email}`);
  await verify('email_change', await confirmToken(`new-${email}`));
  expect(await isIn(browser)).toBe(false);
});

test('a change confirmed by another member keeps none of the account’s sessions [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  const other = await joinKindpal(kindpal.services);
  await ask(browser, `new-${email}`);
  await verify('email_change', await confirmToken(`new-${email}`), other.browser);
  expect([await isIn(browser), await isIn(other.browser)]).toEqual([false, true]);
});

test('the old mailbox recovers the account from a thief who knew the password, and chooses a new one [U8]', async () => {
  const { email, id } = await joinKindpal(kindpal.services);
  const thief = await signIn(email);
  const theirs = `thief-${email}`;
  await changeTo(thief, theirs);
  const second = await recover(theirs, 'Thieves-Own-9');
  expect(await refusalOf(signIn(email))).toBe('WRONG_CREDENTIALS');

  expect(await verify('email_undo', await undoToken(email, 'was changed'))).toEqual({
    session: null,
    removed_ways_in: 0,
    deletion_canceled: false,
  });

  expect([await isIn(thief), await isIn(second)]).toEqual([false, false]);
  expect(await refusalOf(signIn(theirs, 'Thieves-Own-9'))).toBe('WRONG_CREDENTIALS');
  expect(await refusalOf(signIn(email, 'Thieves-Own-9'))).toBe('WRONG_CREDENTIALS');
  const [reset] = await mailbox(email);
  expect(reset?.subject).toBe('Reset your Kindpal password');
  expect(reset?.text).toContain('its password was turned off');
  expect(reset?.text).not.toMatch(/ignore this email|stays the same/);
  const token = linkParameter(reset, 'access_token');
  const victim = browse();
  const { session } = await victim.send((api) =>
    api.account.verify({ type: 'recovery', token, password: NEW_PASSWORD }),
  );
  expect(session?.user).toMatchObject({ id, email, new_email: null });
  const { items } = await victim.send((api) => api.security.listEvents({ limit: 50 }));
  expect(items.filter(({ kind }) => kind === 'email_restored')).toHaveLength(1);
  expect((await mailbox(theirs))[0]?.subject).toBe('Your change of email address was undone');
});

test('an undo from the first notice cancels a pending change [U8]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const thief = await signIn(email);
  await ask(thief, `thief-${email}`);
  const confirm = await confirmToken(`thief-${email}`);
  await verify('email_undo', await undoToken(email, 'about to change'));
  expect(await isIn(thief)).toBe(false);
  expect(await refusalOf(verify('email_change', confirm))).toBe('TOKEN_REFUSED');
  expect(await refusalOf(signIn(email))).toBe('WRONG_CREDENTIALS');
});

test('an undo link works once, even when used ten times at once, and is stored only as a hash [U8]', async () => {
  const { browser, email, id } = await joinKindpal(kindpal.services);
  await changeTo(browser, `new-${email}`);
  const token = await undoToken(email, 'was changed');
  const { rows } = await kindpal.services.db.pool.query('SELECT * FROM auth.email_undo');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => outcomeOf(verify('email_undo', token))),
  );
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set(['ok', 'TOKEN_REFUSED']));
  const { drizzle } = kindpal.services.db;
  expect(await drizzle.select().from(emailUndo).where(eq(emailUndo.userId, id))).toEqual([]);
});

test('an undo link expires after 72 hours [U8]', async () => {
  const { browser, email } = await joinKindpal(kindpal.services);
  await changeTo(browser, `new-${email}`);
  const token = await undoToken(email, 'was changed');
  kindpal.setNow(new Date(Date.now() + 72 * 3_600_000 + 60_000));
  const late = await outcomeOf(verify('email_undo', token));
  kindpal.setNow(null);
  expect(late).toBe('TOKEN_REFUSED');
  kindpal.setNow(new Date(Date.now() + 71 * 3_600_000));
  const inTime = await outcomeOf(verify('email_undo', token));
  kindpal.setNow(null);
  expect(inTime).toBe('ok');
});

test('a thief who changes the address twice loses to the first mailbox, whatever the order of the links [U8]', async () => {
  for (const thiefIsFirst of [true, false]) {
    const { email, id } = await joinKindpal(kindpal.services);
    const thief = await signIn(email);
    const [one, two] = [`one-${email}`, `two-${email}`];
    await changeTo(thief, one);
    await changeTo(thief, two);
    const own = await undoToken(email, 'was changed');
    const theirs = await undoToken(one, 'was changed');
    if (thiefIsFirst) expect(await outcomeOf(verify('email_undo', theirs))).toBe('ok');
    expect(await outcomeOf(verify('email_undo', own))).toBe('ok');
    expect(await outcomeOf(verify('email_undo', theirs))).toBe('TOKEN_REFUSED');
    const again = await undoToken(one, 'about to change');
    expect(await outcomeOf(verify('email_undo', again))).toBe('TOKEN_REFUSED');
    const { drizzle } = kindpal.services.db;
    const [account] = await drizzle.select().from(authUser).where(eq(authUser.id, id));
    expect(account?.email).toBe(email);
  }
});

test('a member who changes a thief’s address back leaves the thief no way to undo that [U8] [U6]', async () => {
  const { email, id } = await joinKindpal(kindpal.services);
  const theirs = `thief-${email}`;
  await changeTo(await signIn(email), theirs);
  const owner = await signIn(theirs);
  const update = (input: { email: string } | { password: string }, current_password: string) =>
    owner.send((api) => api.account.updateUser({ ...input, current_password }));
  await update({ password: NEW_PASSWORD }, PASSWORD);
  const mailed = (await mailbox(theirs)).find(({ text }) => text.includes('/not-me?'));
  await update({ email }, NEW_PASSWORD);
  await verify('email_change', await confirmToken(email), owner);
  expect((await mailbox(theirs))[0]?.subject).toBe('Your change of email address was undone');
  const asked = await undoToken(theirs, 'about to change');
  expect(await outcomeOf(verify('email_undo', asked))).toBe('TOKEN_REFUSED');
  const token = linkParameter(mailed, 'token');
  const disown = browse().send((api) => api.account.verify({ type: 'not_me', token }));
  expect(await outcomeOf(disown)).toBe('TOKEN_REFUSED');
  expect(await isIn(owner)).toBe(true);
  const { drizzle } = kindpal.services.db;
  const [account] = await drizzle.select().from(authUser).where(eq(authUser.id, id));
  expect(account?.email).toBe(email);
});

test('a change back keeps the undo link of that address: the thief still has what opened the account [U8]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const theirs = `thief-${email}`;
  await changeTo(await signIn(email), theirs);
  const undo = await undoToken(email, 'was changed');
  await changeTo(await signIn(theirs), email);
  const thief = await signIn(email);
  expect(await outcomeOf(verify('email_undo', undo))).toBe('ok');
  expect(await isIn(thief)).toBe(false);
  expect(await refusalOf(signIn(email))).toBe('WRONG_CREDENTIALS');
});

test('changes renew an undo link for 30 days at most, and then its address is free again [U8]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  await changeTo(await signIn(email), `two-${email}`);
  const undo = await undoToken(email, 'was changed');
  for (let days = 2; days <= 34; days += 2) {
    kindpal.setNow(new Date(Date.now() + days * 86_400_000));
    await kindpal.asOwner('DELETE FROM rate_limits');
    await ask(await signIn(`two-${email}`), `${days}-${email}`);
  }
  const late = await outcomeOf(verify('email_undo', undo));
  const other = await joinKindpal(kindpal.services);
  const before = (await mailbox(email)).length;
  await ask(await signIn(other.email), email);
  const after = (await mailbox(email)).length;
  kindpal.setNow(null);
  expect(late).toBe('TOKEN_REFUSED');
  expect(after).toBe(before + 1);
});

test('an undo link that has expired is not renewed by the next change [U8]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  await changeTo(await signIn(email), `two-${email}`);
  const undo = await undoToken(email, 'was changed');
  kindpal.setNow(new Date(Date.now() + 73 * 3_600_000));
  await ask(await signIn(`two-${email}`), `three-${email}`);
  const late = await outcomeOf(verify('email_undo', undo));
  kindpal.setNow(null);
  expect(late).toBe('TOKEN_REFUSED');
});

test('the undo link of the first mailbox outlives that of a later one [U8]', async () => {
  const inHours = (hours: number) => kindpal.setNow(new Date(Date.now() + hours * 3_600_000));
  for (const isUndone of [false, true]) {
    const { email } = await joinKindpal(kindpal.services);
    const [theirs, third] = [`thief-${email}`, `third-${email}`];
    await changeTo(await signIn(email), theirs);
    inHours(60);
    await changeTo(await signIn(theirs), third);
    inHours(131);
    if (isUndone) {
      const undo = await undoToken(theirs, 'was changed');
      expect(await outcomeOf(verify('email_undo', undo))).toBe('ok');
      inHours(200);
    }
    const own = await undoToken(email, 'was changed');
    expect(await outcomeOf(verify('email_undo', own))).toBe('ok');
    kindpal.setNow(null);
  }
});

test('a thief who resets the password with the new address cannot remove the undo link [U5] [U8]', async () => {
  const { email, id } = await joinKindpal(kindpal.services);
  await changeTo(await signIn(email), `thief-${email}`);
  const second = await recover(`thief-${email}`, 'Thieves-Own-9');
  await second.send((api) => api.account.signOut({ scope: 'global' }));
  await verify('email_undo', await undoToken(email, 'was changed'));
  const { drizzle } = kindpal.services.db;
  const [account] = await drizzle.select().from(authUser).where(eq(authUser.id, id));
  expect(account?.email).toBe(email);
});

test('while an undo link is valid nobody else gets its address, by joining or by a change [U1] [U8]', async () => {
  const { services } = kindpal;
  const { email } = await joinKindpal(services);
  await changeTo(await signIn(email), `thief-${email}`);
  const invite = await mintInvite(services);
  const joining = browse().send((api) => api.account.signUp(signUpForm(invite, { email })));
  expect(await refusalOf(joining)).toBe('SIGN_UP_REFUSED');
  const accomplice = await joinKindpal(services);
  const before = (await mailbox(email)).length;
  await ask(accomplice.browser, email);
  expect(await mailbox(email)).toHaveLength(before);
  expect(await outcomeOf(verify('email_undo', await undoToken(email, 'was changed')))).toBe('ok');
});

test('a forged undo link restores nothing [U8]', async () => {
  for (const token of ['x', "' or true --", 'é'.repeat(400)]) {
    expect(await refusalOf(verify('email_undo', token))).toBe('TOKEN_REFUSED');
  }
});

test.each([
  [
    'a reset link',
    (email: string) =>
      sendResetLink(
        kindpal.services,
        { sealed: encrypt(kindpal.services.secret, RESET_ADDRESS, email) },
        directAttempt(),
      ),
  ],
  [
    'a sign-in code',
    (email: string) => {
      const asker = randomBytes(32).toString('base64url');
      const asked = { email, asker, ifUnconfirmed: false, at: kindpal.services.clock.now() };
      const { secret } = kindpal.services;
      const sealed = encrypt(secret, CODE_REQUEST, JSON.stringify(asked));
      return sendSignInCode(kindpal.services, { sealed }, directAttempt());
    },
  ],
])(
  '%s that a thief requests for their address while the change is being undone does not survive it [U4] [U8] [U9]',
  async (_, request) => {
    const { browser, email, id } = await joinKindpal(kindpal.services);
    const theirs = `thief-${email}`;
    await changeTo(browser, theirs);
    const token = await undoToken(email, 'was changed');
    const { pool } = kindpal.services.db;
    await pool.query('INSERT INTO notification_settings (member_id) VALUES ($1)', [id]);
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM notification_settings WHERE member_id = $1 FOR UPDATE', [id]);
    // The undo has already canceled everything that was pending, and has not finished yet.
    const undoing = outcomeOf(verify('email_undo', token));
    await untilLockWaits(pool, 1);
    const requested = request(theirs);
    await Promise.race([requested, untilLockWaits(pool, 2)]);
    await holder.query('ROLLBACK');
    holder.release();
    await requested;
    expect(await undoing).toBe('ok');
    const { rows } = await pool.query(
      `SELECT FROM auth.verification WHERE value = $1::text
     UNION ALL SELECT FROM auth.one_time_code WHERE user_id = $1::uuid`,
      [id],
    );
    expect(rows).toHaveLength(0);
  },
);

test('a session that ends meanwhile cannot cancel a pending address [U6] [U8]', async () => {
  const { browser, email, id } = await joinKindpal(kindpal.services);
  await browser.send((api) =>
    api.account.updateUser({ email: `next-${email}`, current_password: PASSWORD }),
  );
  const { pool } = kindpal.services.db;
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM auth."user" WHERE id = $1 FOR UPDATE', [id]);
  const keeping = outcomeOf(browser.send((api) => api.account.updateUser({ email })));
  await untilLockWaits(pool, 1);
  await holder.query('DELETE FROM auth.session WHERE user_id = $1', [id]);
  await holder.query('COMMIT');
  holder.release();
  expect(await keeping).toBe('UNAUTHORIZED');
  const pending = await pool.query('SELECT FROM auth.email_change WHERE user_id = $1', [id]);
  expect(pending.rows).toHaveLength(1);
});
