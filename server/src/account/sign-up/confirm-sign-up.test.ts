import { randomUUID } from 'node:crypto';
import { CONFIRM_DAYS } from '@kindpal/contract/account/schema';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ARCHIVE_TABLES } from '../../archive/archive-tables.ts';
import { eraseDueMembers } from '../../deletion/erase-due-members.ts';
import { removeUnconfirmed } from '../../deletion/remove-unconfirmed.ts';
import { notifyByClock } from '../../notification/queue/queue-mails.ts';
import { runDueTasks } from '../../tasks/start-tasks.ts';
import { createJob, createMember, jobForm } from '../../testing/factories.ts';
import { makeGoTrueClient } from '../../testing/gotrue-client.ts';
import { untilLockWaits } from '../../testing/lock-waits.ts';
import { outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import {
  linkParameter,
  mintInvite,
  openPage,
  PASSWORD,
  readMailbox,
  signUpForm,
} from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { startTestServer } from '../../testing/test-server.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());
afterEach(() => {
  setMailServer(true);
  kindpal.setNow(null);
});

const DAY = 86_400_000;
/**
 * Emails are still kept as files, as in other tests; the rest of the server sees a mail server as
 * set.
 */
function setMailServer(isSet: boolean): void {
  kindpal.services.env.smtpUrl = isSet ? 'smtp://mail.example.org' : undefined;
}

const openBrowser = () => openPage(kindpal.services);

async function join(given: { code?: string; email?: string; hasMailServer?: boolean } = {}) {
  const { hasMailServer = true } = given;
  setMailServer(hasMailServer);
  const code = given.code ?? (await mintInvite(kindpal.services));
  const browser = openBrowser();
  const form = signUpForm(code, given.email ? { email: given.email } : {});
  const { user } = await browser.send((api) => api.account.signUp(form));
  return { browser, code, user, id: user.id, email: user.email };
}
type Newcomer = Awaited<ReturnType<typeof join>>;

async function mailedCode({ email }: Pick<Newcomer, 'email'>): Promise<string> {
  const [mail] = await readMailbox(kindpal.services, email);
  expect(mail?.subject).toMatch(/^Confirm your email/);
  return /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
}
const confirm = ({ browser, email }: Newcomer, token: string) =>
  browser.send((api) => api.account.verify({ type: 'signup', email, token }));

const post = ({ browser }: Newcomer) => browser.send((api) => api.job.post(jobForm()));
async function claim({ browser }: Newcomer) {
  const { db } = kindpal.services;
  const job = await createJob(db);
  return browser.send((api) => api.claim.create({ job_id: job.id }));
}
async function write({ browser }: Newcomer) {
  const { id: member_id } = await createMember(kindpal.services.db);
  const message = { member_id, content: 'Hello', client_id: randomUUID() };
  return browser.send((api) => api.chat.sendDirectMessage(message));
}
async function open({ browser, id }: Newcomer) {
  const other = await createMember(kindpal.services.db);
  const pair = { participant_1: id, participant_2: other.id };
  return browser.send((api) => api.chat.createConversation(pair));
}
const ACTIONS = [post, claim, write, open];

const isThere = async ({ id }: Pick<Newcomer, 'id'>) => {
  const text = 'SELECT FROM users WHERE id = $1 AND erased_at IS NULL';
  return (await kindpal.services.db.pool.query(text, [id])).rowCount === 1;
};
const inDays = (days: number) => kindpal.setNow(new Date(Date.now() + days * DAY));

it('a newcomer whose code cannot be queued has no account, and the invite stays [U1]', async () => {
  setMailServer(true);
  const form = signUpForm(await mintInvite(kindpal.services));
  const signUp = () => outcomeOf(openBrowser().send((api) => api.account.signUp(form)));
  await kindpal.asOwner(`CREATE FUNCTION fail_queue() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'disk full'; END $$`);
  const trigger = 'fail_queue BEFORE INSERT ON graphile_worker._private_jobs';
  await kindpal.asOwner(`CREATE TRIGGER ${trigger} FOR EACH ROW EXECUTE FUNCTION fail_queue()`);
  expect(await signUp()).toBe('INTERNAL_SERVER_ERROR');
  await kindpal.asOwner('DROP TRIGGER fail_queue ON graphile_worker._private_jobs');
  expect(await signUp()).toBe('ok');
  expect(await readMailbox(kindpal.services, form.email)).toHaveLength(1);
});

describe('a newcomer, with a mail server [U1]', () => {
  it('posts, claims and starts no chat before they enter the mailed code', async () => {
    const newcomer = await join();
    expect(newcomer.user).toMatchObject({
      email_verified: false,
      confirm_email_by: expect.any(String),
    });
    for (const act of ACTIONS) {
      expect(await refusalOf(act(newcomer))).toBe('EMAIL_NOT_CONFIRMED');
    }
    const { session } = await confirm(newcomer, await mailedCode(newcomer));
    expect(session?.user).toMatchObject({ email_verified: true, confirm_email_by: null });
    for (const act of ACTIONS) expect(await outcomeOf(act(newcomer))).toBe('ok');
  });

  it('keeps their session when they confirm: no other device appears', async () => {
    const newcomer = await join();
    const before = new Map(newcomer.browser.cookies);
    await confirm(newcomer, await mailedCode(newcomer));
    const name = kindpal.services.auth.cookie.name;
    expect(newcomer.browser.cookies.get(name)).toBe(before.get(name));
    const { items } = await newcomer.browser.send((api) => api.security.listDevices());
    expect(items).toHaveLength(1);
  });

  it('answers in a thread that somebody else started', async () => {
    const newcomer = await join();
    const { db } = kindpal.services;
    const other = await createMember(db);
    const asked = { member_id: newcomer.id, content: 'Welcome!', client_id: randomUUID() };
    await kindpal.callerFor(other).chat.sendDirectMessage(asked);
    const answer = { member_id: other.id, content: 'Thanks', client_id: randomUUID() };
    const answered = newcomer.browser.send((api) => api.chat.sendDirectMessage(answer));
    expect(await outcomeOf(answered)).toBe('ok');
  });

  it('can request another code, and the old one stops working', async () => {
    const newcomer = await join();
    const first = await mailedCode(newcomer);
    const { email } = newcomer;
    await newcomer.browser.send((api) => api.account.resend({ type: 'signup', email }));
    const second = await mailedCode(newcomer);
    if (first !== second) expect(await refusalOf(confirm(newcomer, first))).toBe('TOKEN_REFUSED');
    expect(await outcomeOf(confirm(newcomer, second))).toBe('ok');
    const mails = await readMailbox(kindpal.services, email);
    await newcomer.browser.send((api) => api.account.resend({ type: 'signup', email }));
    expect(await readMailbox(kindpal.services, email)).toHaveLength(mails.length);
  });

  it('can also confirm with the link, in another browser after one more click', async () => {
    const newcomer = await join();
    const [mail] = await readMailbox(kindpal.services, newcomer.email);
    const token_hash = linkParameter(mail, 'token');
    const other = openBrowser();
    const follow = (confirmed: boolean) =>
      other.send((api) => api.account.verify({ type: 'magiclink', token_hash, confirmed }));
    expect(await refusalOf(follow(false))).toBe('CONFIRMATION_NEEDED');
    expect((await follow(true)).session?.user.confirm_email_by).toBeNull();
    expect(await outcomeOf(post(newcomer))).toBe('ok');
  });

  it('invites nobody before, so that one invite is not any number of accounts [I1]', async () => {
    const newcomer = await join();
    const invite = () => newcomer.browser.send((api) => api.invite.generate({}));
    expect(await refusalOf(invite())).toBe('EMAIL_NOT_CONFIRMED');
    const ask = newcomer.browser.send((api) => api.invite.requestMore({ message: '' }));
    expect(await refusalOf(ask)).toBe('EMAIL_NOT_CONFIRMED');
    await confirm(newcomer, await mailedCode(newcomer));
    expect(await invite()).toMatch(/\w/);
  });

  it('is confirmed by nobody else: the code does not work in a stranger’s browser', async () => {
    const [newcomer, stranger] = [await join(), await join()];
    const code = await mailedCode(newcomer);
    const { email } = newcomer;
    const guess = stranger.browser.send((api) =>
      api.account.verify({ type: 'signup', email, token: code }),
    );
    expect(await refusalOf(guess)).toBe('TOKEN_REFUSED');
    expect(await refusalOf(post(newcomer))).toBe('EMAIL_NOT_CONFIRMED');
    const { session } = await confirm(newcomer, code);
    expect(session?.user.id).toBe(newcomer.id);
  });

  it('claims nothing, even with 10 concurrent claims', async () => {
    const newcomer = await join();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => outcomeOf(claim(newcomer))),
    );
    expect(new Set(outcomes)).toEqual(new Set(['EMAIL_NOT_CONFIRMED']));
  });

  it('uses the published client’s verifyOtp and resend', async () => {
    const server = await startTestServer(kindpal);
    try {
      const { email } = await join();
      const { auth } = makeGoTrueClient(server);
      await auth.signInWithPassword({ email, password: PASSWORD });
      expect((await auth.resend({ type: 'signup', email })).error).toBeNull();
      const token = await mailedCode({ email });
      const { data, error } = await auth.verifyOtp({ type: 'signup', email, token });
      expect(error).toBeNull();
      expect(data.user?.email_confirmed_at).toEqual(expect.any(String));
      expect(data.session?.access_token).toEqual(expect.any(String));
    } finally {
      await server.close();
    }
  });
});

/** The owner of an address, who has confirmed the newsletter and a place on the waitlist. */
async function confirmAsVisitor(email: string): Promise<void> {
  const visitor = kindpal.callerFor(null);
  await visitor.newsletter.subscribe({ email });
  await visitor.waitlist.join({ email, full_name: 'Vera Vale', note: 'Two old cats' });
  for (const mail of await readMailbox(kindpal.services, email)) {
    const token = linkParameter(mail, 'token');
    if (/newsletter/.test(mail.subject)) await visitor.newsletter.confirm({ token });
    else await visitor.waitlist.confirm({ token, full_name: 'Vera Vale', note: 'Two old cats' });
  }
}

/** The rows for these addresses, by table, with whether their mailbox has confirmed them. */
async function rowsFor(...emails: string[]) {
  const { rows } = await kindpal.services.db.pool.query(
    `SELECT 'newsletter' AS list, email, confirmed_at IS NOT NULL AS confirmed
     FROM newsletter_subscriptions WHERE email = ANY ($1)
     UNION ALL SELECT 'waitlist', email, confirmed_at IS NOT NULL
     FROM waitlist_entries WHERE email = ANY ($1) ORDER BY 1, 2`,
    [emails],
  );
  return rows;
}
const confirmedFor = (email: string) =>
  ['newsletter', 'waitlist'].map((list) => ({ list, email, confirmed: true }));

describe('somebody who signs up with the address of somebody else [U1]', () => {
  it('has no notification emailed to it, but in the bell, and emails start once it is confirmed', async () => {
    const newcomer = await join();
    const code = await mailedCode(newcomer);
    const message = (content: string) => ({
      ...{ member_id: newcomer.id, content, client_id: randomUUID() },
    });
    const { services } = kindpal;
    const toNewcomer = kindpal.callerFor(await createMember(services.db)).chat;
    const subjects = async () => {
      kindpal.setNow(new Date(Date.now() + 3_600_000));
      await notifyByClock(services);
      await runDueTasks(services);
      kindpal.setNow(null);
      const mails = await readMailbox(services, newcomer.email);
      return mails.map(({ subject }) => subject.replace(/\d{6}/, 'CODE'));
    };
    await toNewcomer.sendDirectMessage(message('Words for the member'));
    const before = await subjects();
    expect(before).toEqual([expect.stringMatching(/^Confirm your email/)]);
    const { items } = await newcomer.browser.send((api) => api.notification.list({}));
    expect(items).toMatchObject([{ title: expect.stringContaining('wants to write to you') }]);
    await confirm(newcomer, code);
    await newcomer.browser.send((api) => api.notification.sendTest());
    expect(await subjects()).toEqual(['This is a test', ...before]);
  });

  it('does not delete what its owner confirmed, when the account is removed; guesses are', async () => {
    const email = `vera-${randomUUID()}@example.org`;
    await confirmAsVisitor(email);
    await join({ email });
    const guessed = await join();
    await kindpal.callerFor(null).newsletter.subscribe({ email: guessed.email });
    inDays(CONFIRM_DAYS + 1);
    await removeUnconfirmed(kindpal.services);
    expect(await rowsFor(email, guessed.email)).toEqual(confirmedFor(email));
    kindpal.setNow(null);
    const subjects = (await readMailbox(kindpal.services, email)).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual([
      'Confirm the Kindpal newsletter',
      'Confirm your place on the Kindpal waitlist',
    ]);
  });

  it('does not delete it either by asking for the deletion of the account [X1]', async () => {
    const email = `vera-${randomUUID()}@example.org`;
    await confirmAsVisitor(email);
    const newcomer = await join({ email });
    await newcomer.browser.send((api) => api.deletion.request({ current_password: PASSWORD }));
    await kindpal.services.db.pool.query(
      `UPDATE auth.deletion_request SET due_at = now() - interval '1 hour' WHERE user_id = $1`,
      [newcomer.id],
    );
    await eraseDueMembers(kindpal.services);
    expect(await isThere(newcomer)).toBe(false);
    expect(await rowsFor(email)).toEqual(confirmedFor(email));
    // Otherwise each run that removes unconfirmed accounts would take this one again.
    const { rows } = await kindpal.services.db.pool.query(
      'SELECT confirm_by FROM auth."user" WHERE id = $1',
      [newcomer.id],
    );
    expect(rows).toEqual([{ confirm_by: null }]);
  });

  it('does not take it along to an address of their own [U8]', async () => {
    const email = `vera-${randomUUID()}@example.org`;
    const own = `mallory-${randomUUID()}@example.org`;
    await confirmAsVisitor(email);
    const { browser } = await join({ email });
    await browser.send((api) => api.account.updateUser({ email: own, current_password: PASSWORD }));
    const [mail] = await readMailbox(kindpal.services, own);
    const token = linkParameter(mail, 'token');
    await browser.send((api) => api.account.verify({ type: 'email_change', token }));
    expect((await browser.send((api) => api.account.getUser())).email).toBe(own);
    expect(await rowsFor(email, own)).toEqual(confirmedFor(email));
  });

  it('does not learn where its owner fails to sign in, nor which emails they get [U3] [X1]', async () => {
    const email = `vera-${randomUUID()}@example.org`;
    await confirmAsVisitor(email);
    const newcomer = await join({ email });
    const wrong = { grant_type: 'password' as const, email, password: 'Wrong-Horse-1' };
    const owner = openBrowser();
    owner.headers = { ...owner.headers, 'user-agent': 'Phone of Vera' };
    expect(await outcomeOf(owner.send((api) => api.account.token(wrong)))).not.toBe('ok');
    expect(await outcomeOf(owner.send((api) => api.account.token(wrong)))).not.toBe('ok');
    const { pool } = kindpal.services.db;
    const visitor = kindpal.callerFor(null);
    await pool.query('DELETE FROM waitlist_entries WHERE email = $1', [email]);
    await visitor.waitlist.join({ email, full_name: 'Vera Vale' });
    const words = { message: 'I am waiting for an invite, thank you', wants_follow_up: true };
    await visitor.feedback.send({ email, ...words });
    const { rows: asked } = await pool.query('SELECT id FROM feedback WHERE email = $1', [email]);
    const staff = kindpal.callerFor(await createMember(kindpal.services.db, { app_role: 'admin' }));
    await staff.feedback.update({ id: asked[0]?.id, admin_response: 'One is coming soon.' });
    expect((await readMailbox(kindpal.services, email)).length).toBeGreaterThanOrEqual(5);
    const { items } = await newcomer.browser.send((api) => api.security.listEvents({ limit: 20 }));
    const failures = items.filter(({ kind }) => kind === 'sign_in_failed');
    expect(failures).toMatchObject([{ times: 2 }]);
    const where = await pool.query(
      `SELECT ip_address, user_agent FROM auth.security_event
       WHERE user_id = $1 AND kind = 'sign_in_failed'`,
      [newcomer.id],
    );
    expect(where.rows).toEqual([{ ip_address: null, user_agent: null }]);
    const kindsOf = async () =>
      (
        await pool.query<{ type: string }>('SELECT type FROM deliveries WHERE member_id = $1', [
          newcomer.id,
        ])
      ).rows.map(({ type }) => type);
    expect(await kindsOf()).toEqual(['confirm_sign_up']);
    // An earlier release stored them with their member, and where a sign-in failed.
    await pool.query(
      `UPDATE auth.security_event SET ip_address = '198.51.100.0', user_agent = 'Phone of Vera'
       WHERE user_id = $1 AND kind = 'sign_in_failed'`,
      [newcomer.id],
    );
    const archived = async (part: string) =>
      (await pool.query(ARCHIVE_TABLES[part] ?? '', [newcomer.id])).rows.map(({ row }) => row);
    for (const part of ['newsletter_subscriptions', 'deliveries'])
      expect(await archived(part), part).toEqual([]);
    const events = JSON.stringify(await archived('security_events'));
    expect(events).toContain('sign_in_failed');
    expect(events).not.toMatch(/198\.51\.100|Vera/);
    await confirm(newcomer, await mailedCode(newcomer));
    expect(await archived('newsletter_subscriptions')).toHaveLength(1);
    expect(await archived('deliveries')).not.toEqual([]);
  });
});

describe('a newcomer, without a mail server [U1]', () => {
  it('does not have to confirm, and stays', async () => {
    const newcomer = await join({ hasMailServer: false });
    expect(newcomer.user.confirm_email_by).toBeNull();
    expect(await readMailbox(kindpal.services, newcomer.email)).toEqual([]);
    for (const act of ACTIONS) expect(await outcomeOf(act(newcomer))).toBe('ok');
    setMailServer(true);
    inDays(CONFIRM_DAYS + 1);
    await removeUnconfirmed(kindpal.services);
    expect(await isThere(newcomer)).toBe(true);
  });

  it('no longer has to confirm once the mail server is gone', async () => {
    const newcomer = await join();
    setMailServer(false);
    inDays(CONFIRM_DAYS + 1);
    await removeUnconfirmed(kindpal.services);
    expect(await isThere(newcomer)).toBe(true);
    kindpal.setNow(null);
    expect(await outcomeOf(post(newcomer))).toBe('ok');
  });
});

async function inviteByMember() {
  const inviter = await createMember(kindpal.services.db);
  return { inviter, code: await kindpal.callerFor(inviter).invite.generate() };
}

async function inviteFromWaitlist() {
  const email = `vera-${randomUUID()}@example.org`;
  await confirmAsVisitor(email);
  const inviter = await createMember(kindpal.services.db, { app_role: 'admin' });
  const { waitlist } = kindpal.callerFor(inviter);
  const { items } = await waitlist.list({ limit: 100 });
  await waitlist.invite({ id: items.find((one) => one.email === email)?.id ?? '' });
  const [mail] = await readMailbox(kindpal.services, email);
  return { inviter, code: /#code=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' };
}

async function suspend({ id }: Newcomer) {
  const boss = await createMember(kindpal.services.db, { app_role: 'admin' });
  const { moderation } = kindpal.callerFor(boss);
  const reason = 'Rude to neighbors';
  await moderation.suspend({ member_id: id, ends_at: null, reason });
  const { rows } = await kindpal.services.db.pool.query(
    'SELECT id FROM moderation_decisions WHERE member_id = $1',
    [id],
  );
  return { boss, decision: rows[0].id as string };
}

/** They stay for most of a week from `day`, in days from now, and no longer. */
async function expectDaysToConfirm(newcomer: Newcomer, day: number): Promise<void> {
  inDays(day + CONFIRM_DAYS - 2);
  await removeUnconfirmed(kindpal.services);
  expect(await isThere(newcomer)).toBe(true);
  inDays(day + CONFIRM_DAYS + 1);
  await removeUnconfirmed(kindpal.services);
  expect(await isThere(newcomer)).toBe(false);
  kindpal.setNow(null);
}

describe('an account that is not confirmed [U1]', () => {
  it('is removed after 7 days, and its invite works again, even for the same address', async () => {
    const newcomer = await join();
    const confirmed = await join();
    await confirm(confirmed, await mailedCode(confirmed));
    inDays(CONFIRM_DAYS - 1);
    await removeUnconfirmed(kindpal.services);
    expect(await isThere(newcomer)).toBe(true);
    inDays(CONFIRM_DAYS + 1);
    await removeUnconfirmed(kindpal.services);
    expect(await isThere(newcomer)).toBe(false);
    expect(await isThere(confirmed)).toBe(true);
    kindpal.setNow(null);
    const own = newcomer.browser.send((api) => api.account.getUser());
    expect(await refusalOf(own)).toBe('UNAUTHORIZED');
    const again = await join({ code: newcomer.code, email: newcomer.email });
    expect(await isThere(again)).toBe(true);
    const used = join({ code: confirmed.code });
    expect(await refusalOf(used)).toBe('INVALID_INVITE');
  });

  it('is removed with its messages to others, who keep the thread', async () => {
    const newcomer = await join();
    const { db } = kindpal.services;
    const other = await createMember(db);
    const hello = { member_id: newcomer.id, content: 'Welcome!', client_id: randomUUID() };
    await kindpal.callerFor(other).chat.sendDirectMessage(hello);
    const answer = { member_id: other.id, content: 'My secret', client_id: randomUUID() };
    await newcomer.browser.send((api) => api.chat.sendDirectMessage(answer));
    inDays(CONFIRM_DAYS + 1);
    await removeUnconfirmed(kindpal.services);
    kindpal.setNow(null);
    const seen = await kindpal
      .callerFor(other)
      .chat.listDirectMessages({ member_id: newcomer.id, limit: 50 });
    const words = seen.items.map(({ content }) => content);
    expect(words).toContain('Welcome!');
    expect(words).not.toContain('My secret');
  });

  it('stays while it has a role, and has days to confirm once the role is gone', async () => {
    const newcomer = await join();
    const { pool } = kindpal.services.db;
    const { id } = newcomer;
    await pool.query(`INSERT INTO user_roles (user_id, role) VALUES ($1, 'admin')`, [id]);
    inDays(CONFIRM_DAYS + 1);
    await removeUnconfirmed(kindpal.services);
    expect(await isThere(newcomer)).toBe(true);
    await pool.query('DELETE FROM user_roles WHERE user_id = $1', [id]);
    await expectDaysToConfirm(newcomer, CONFIRM_DAYS + 1);
  });

  it('stays while its member is suspended: otherwise the invite would let them join again', async () => {
    const newcomer = await join();
    await suspend(newcomer);
    inDays(CONFIRM_DAYS + 1);
    await removeUnconfirmed(kindpal.services);
    expect(await isThere(newcomer)).toBe(true);
    kindpal.setNow(null);
    expect(await refusalOf(join({ code: newcomer.code }))).toBe('INVALID_INVITE');
  });

  it('has days to confirm once its member is no longer suspended [S4]', async () => {
    const newcomer = await join();
    const { boss, decision } = await suspend(newcomer);
    // Nearly a week after the first time: the end of the suspension is not the end of the account.
    for (const day of [2, CONFIRM_DAYS + 1, 2 * CONFIRM_DAYS]) {
      inDays(day);
      await removeUnconfirmed(kindpal.services);
    }
    kindpal.setNow(null);
    await kindpal.callerFor(boss).moderation.undo({ id: decision, reason: 'It was a mistake' });
    await expectDaysToConfirm(newcomer, 2 * CONFIRM_DAYS);
  });

  it('is closed even if the process dies before it removes the rest, and the next run removes it [X1]', async () => {
    const newcomer = await join();
    const code = await mailedCode(newcomer);
    inDays(CONFIRM_DAYS + 1);
    await kindpal.asOwner(`CREATE FUNCTION fail_erasing() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'killed'; END $$`);
    await kindpal.asOwner(`CREATE TRIGGER fail_erasing BEFORE UPDATE OF erased_at ON users
      FOR EACH ROW EXECUTE FUNCTION fail_erasing()`);
    await removeUnconfirmed(kindpal.services);
    await kindpal.asOwner('DROP FUNCTION fail_erasing CASCADE');
    expect(await isThere(newcomer)).toBe(true);
    expect(await outcomeOf(confirm(newcomer, code))).not.toBe('ok');
    const own = newcomer.browser.send((api) => api.account.getUser());
    expect(await refusalOf(own)).toBe('UNAUTHORIZED');
    await removeUnconfirmed(kindpal.services);
    await eraseDueMembers(kindpal.services);
    expect(await isThere(newcomer)).toBe(false);
    kindpal.setNow(null);
    const again = await join({ code: newcomer.code, email: newcomer.email });
    expect(await isThere(again)).toBe(true);
  });

  it('stays if it is confirmed while its removal waits for the same row', async () => {
    const newcomer = await join();
    const { pool } = kindpal.services.db;
    await pool.query(
      `UPDATE auth."user" SET confirm_by = now() - interval '1 hour' WHERE id = $1`,
      [newcomer.id],
    );
    const confirming = await pool.connect();
    await confirming.query('BEGIN');
    await confirming.query('UPDATE auth."user" SET email_verified = true WHERE id = $1', [
      newcomer.id,
    ]);
    const removing = removeUnconfirmed(kindpal.services);
    try {
      await untilLockWaits(pool, 1);
    } finally {
      await confirming.query('COMMIT');
      confirming.release();
    }
    await removing;
    expect(await isThere(newcomer)).toBe(true);
    expect(await outcomeOf(post(newcomer))).toBe('ok');
    const { rows } = await pool.query('SELECT used_by FROM invites WHERE code = $1', [
      newcomer.code,
    ]);
    expect(rows).toEqual([{ used_by: newcomer.id }]);
  });

  it.each([
    ['a member’s own', inviteByMember],
    ['one mailed to the waitlist', inviteFromWaitlist],
  ])(
    'gives back the code, %s: the next person joins, and only they are in its inviter’s bell [I1] [P4]',
    async (_, invite) => {
      const { code, inviter } = await invite();
      const told = async () => {
        const { items } = await kindpal.callerFor(inviter).notification.list({});
        return items.filter(({ title }) => title.endsWith('joined with your invite'));
      };
      const first = await join({ code });
      expect(await told()).toHaveLength(1);
      inDays(CONFIRM_DAYS + 1);
      await removeUnconfirmed(kindpal.services);
      expect(await isThere(first)).toBe(false);
      expect(await told()).toEqual([]);
      kindpal.setNow(null);
      const second = await join({ code });
      expect(await isThere(second)).toBe(true);
      expect(await told()).toHaveLength(1);
    },
  );

  it('is either confirmed or removed when both happen at the same time, on two nodes', async () => {
    const newcomer = await join();
    const code = await mailedCode(newcomer);
    // The deadline has passed for the two nodes that clean up, not for the browser.
    await kindpal.services.db.pool.query(
      `UPDATE auth."user" SET confirm_by = now() - interval '1 hour' WHERE id = $1`,
      [newcomer.id],
    );
    const [outcome] = await Promise.all([
      outcomeOf(confirm(newcomer, code)),
      removeUnconfirmed(kindpal.services),
      removeUnconfirmed(kindpal.services),
    ]);
    expect(await isThere(newcomer)).toBe(outcome === 'ok');
    const { rows } = await kindpal.services.db.pool.query(
      'SELECT used_by FROM invites WHERE code = $1',
      [newcomer.code],
    );
    expect(rows).toEqual([{ used_by: outcome === 'ok' ? newcomer.id : null }]);
  });
});

it('members from before this was required post and claim as before [U1]', async () => {
  const { db } = kindpal.services;
  const member = kindpal.callerFor(await createMember(db, { role: 'both' }));
  expect(await outcomeOf(member.job.post(jobForm()))).toBe('ok');
  const job = await createJob(db);
  expect(await outcomeOf(member.claim.create({ job_id: job.id }))).toBe('ok');
});
