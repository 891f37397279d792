import { randomUUID } from 'node:crypto';
import { CONFIRM_DAYS } from '@kindpal/contract/account/schema';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { removeUnconfirmed } from '../../deletion/remove-unconfirmed.ts';
import { createJob, createMember, jobForm } from '../../testing/factories.ts';
import { makeGoTrueClient } from '../../testing/gotrue-client.ts';
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

  it('stays while it has a role: otherwise nobody could appoint another', async () => {
    const newcomer = await join();
    await kindpal.services.db.pool.query(
      `INSERT INTO user_roles (user_id, role) VALUES ($1, 'admin')`,
      [newcomer.id],
    );
    inDays(CONFIRM_DAYS + 1);
    await removeUnconfirmed(kindpal.services);
    expect(await isThere(newcomer)).toBe(true);
  });

  it('stays while its member is suspended: otherwise the invite would let them join again', async () => {
    const newcomer = await join();
    const boss = await createMember(kindpal.services.db, { app_role: 'admin' });
    await kindpal
      .callerFor(boss)
      .moderation.suspend({ member_id: newcomer.id, ends_at: null, reason: 'Rude to neighbors' });
    inDays(CONFIRM_DAYS + 1);
    await removeUnconfirmed(kindpal.services);
    expect(await isThere(newcomer)).toBe(true);
    kindpal.setNow(null);
    expect(await refusalOf(join({ code: newcomer.code }))).toBe('INVALID_INVITE');
  });

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
