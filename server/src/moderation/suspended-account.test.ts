import { ARCHIVE_ADDRESS } from '@kindpal/contract/archive/contract';
import { generate } from 'otplib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eraseDueMembers } from '../deletion/erase-due-members.ts';
import { makeLinkToken } from '../mail/mailed-link.ts';
import { enrollApp } from '../testing/enroll-app.ts';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { joinKindpal, linkParameter, PASSWORD, readMailbox } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { unzip } from '../testing/unzip.ts';
import { SUSPENSION_LINK } from './policy.ts';

let kindpal: TestKindpal;
let server: TestServer;
let admin: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
  admin = await createMember(kindpal.services.db, { app_role: 'admin' });
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});
afterEach(() => kindpal.setNow(null));

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
type Joined = Awaited<ReturnType<typeof joinKindpal>>;
type Use = Parameters<ReturnType<TestKindpal['callerFor']>['moderation']['manageAccount']>[0];

const anyone = () => kindpal.callerFor(null).moderation;
const use = (token: string, given: Omit<Use, 'token'> = {}) =>
  anyone().manageAccount({ token, ...given });
const query = async (text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows;

async function ban({ id, browser, email }: Joined, ends_at: string | null = null) {
  const reason = 'You asked two sitters to pay you a deposit.';
  const decision = await kindpal.callerFor(admin).moderation.suspend({
    member_id: id,
    ends_at,
    reason,
  });
  const refused = await errorOf(signIn({ browser, email }));
  return { decision: decision.id, link: (refused.data as { token: string }).token };
}

function signIn({ browser, email }: Pick<Joined, 'browser' | 'email'>) {
  const grant = { grant_type: 'password' as const, email, password: PASSWORD };
  return browser.send((api) => api.account.token(grant));
}

const mailsAbout = async (email: string, about: RegExp) =>
  (await readMailbox(kindpal.services, email)).filter(({ subject }) => about.test(subject));

/** The token of the link that a suspended member has emailed to them. */
async function mailedToken({ email }: Pick<Joined, 'email'>, link: string): Promise<string> {
  await anyone().mailAccountLink({ token: link });
  const [mail] = await mailsAbout(email, /^Your data and your account$/);
  return linkParameter(mail, 'token');
}

async function banned() {
  const member = await joinKindpal(kindpal.services);
  const { link, decision } = await ban(member);
  return { ...member, decision, link, token: await mailedToken(member, link) };
}

const download = (token: string) =>
  server.fetch(`${ARCHIVE_ADDRESS}?${new URLSearchParams({ token })}`);

describe('a banned member, who has no session', () => {
  it('gets a copy of their data with an emailed link, and nobody without it [S4] [X1]', async () => {
    const { token, email, link } = await banned();
    expect((await use(token)).archive.state).toBe('none');
    expect((await use(token, { action: 'request_copy' })).archive.state).toBe('making');
    const [mail] = await mailsAbout(email, /data is ready/);
    expect(mail?.text).toContain('/suspended?token=');
    expect(mail?.text).not.toContain('/security');
    expect((await use(token)).archive.state).toBe('ready');

    const files = await unzip(Buffer.from(await (await download(token)).arrayBuffer()));
    expect(JSON.parse(`${files['profile.json']}`)).toMatchObject([{ full_name: 'Robin Vale' }]);
    expect((await download(link)).status).toBe(410);
    expect((await server.fetch(ARCHIVE_ADDRESS)).status).toBe(401);
    expect(await refusalOf(use(token, { action: 'request_copy' }))).toBe('ARCHIVE_ASKED_TODAY');
  });

  it('deletes their account with it, can change their mind, and then nothing opens any more [S4] [X1]', async () => {
    const { token, link, id, email } = await banned();
    const asks = Array.from({ length: 8 }, () => use(token, { action: 'request_deletion' }));
    const [asked] = await Promise.all(asks);
    expect(Math.round((Date.parse(asked?.deletion.due_at ?? '') - Date.now()) / DAY)).toBe(14);
    const mails = await mailsAbout(email, /will be deleted/);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('/suspended?token=');
    expect(mails[0]?.text).not.toContain('Everything works as usual');
    expect((await use(token, { action: 'withdraw_deletion' })).deletion.due_at).toBeNull();
    await use(token, { action: 'request_deletion' });

    kindpal.setNow(new Date(Date.now() + 15 * DAY));
    await eraseDueMembers(kindpal.services);
    kindpal.setNow(null);
    expect(await query('SELECT FROM users WHERE id = $1 AND erased_at IS NOT NULL', [id])).toEqual([
      {},
    ]);
    expect(await refusalOf(use(token))).toBe('LINK_EXPIRED');
    expect(await refusalOf(anyone().mailAccountLink({ token: link }))).toBe('LINK_EXPIRED');
  });

  it('cannot delete it while a job is in progress, and reads which [X1]', async () => {
    const member = await joinKindpal(kindpal.services);
    const { db } = kindpal.services;
    const job = await createJob(db, { owner_id: member.id, title: 'Walk Rex' });
    await createClaim(db, { job, status: 'in_progress' });
    const token = await mailedToken(member, (await ban(member)).link);
    expect(await refusalOf(use(token, { action: 'request_deletion' }))).toBe('JOB_UNDER_WAY');
    expect((await use(token)).deletion.running_jobs).toEqual([{ id: job.id, title: 'Walk Rex' }]);
  });

  it('gets at most 3 links in 15 minutes', async () => {
    const { link } = await banned();
    const asks = Array.from({ length: 3 }, () =>
      outcomeOf(anyone().mailAccountLink({ token: link })),
    );
    expect((await Promise.all(asks)).sort()).toEqual(['TOO_MANY_REQUESTS', 'ok', 'ok']);
  });

  it('is emailed how to keep the account if somebody else asked for its deletion [U6] [X1]', async () => {
    const { token, email, browser } = await banned();
    await use(token, { action: 'request_deletion' });
    const [mail] = await mailsAbout(email, /will be deleted/);
    const [notMe = ''] = /https?:\S+\/not-me\S+/.exec(mail?.text ?? '') ?? [];
    const disown = new URL(notMe).searchParams.get('token') ?? '';
    await browser.send((api) => api.account.verify({ type: 'not_me', token: disown }));
    expect((await use(token)).deletion.due_at).toBeNull();
    // Their password is off now, and they get no link for a new one.
    expect(await mailsAbout(email, /is banned/)).toHaveLength(2);
  });
});

describe('the link to the account of a suspended member', () => {
  it('is another than the link of the suspension, cannot be guessed, and works for 30 minutes [U3]', async () => {
    const { link, token } = await banned();
    for (const wrong of [link, 'guess', 'x'.repeat(200)]) {
      for (const action of ['see', 'request_copy', 'request_deletion'] as const) {
        expect(await refusalOf(use(wrong, { action }))).toBe('LINK_EXPIRED');
      }
    }
    expect(await refusalOf(anyone().mailAccountLink({ token }))).toBe('LINK_EXPIRED');
    kindpal.setNow(new Date(Date.now() + 29 * MINUTE));
    await use(token);
    kindpal.setNow(new Date(Date.now() + 31 * MINUTE));
    expect(await refusalOf(use(token, { action: 'request_deletion' }))).toBe('LINK_EXPIRED');
    expect((await download(token)).status).toBe(410);
  });

  it('does nothing any more for a thief whose change of the address was undone [U8] [X1]', async () => {
    const member = await joinKindpal(kindpal.services);
    const theirs = `thief-${member.email}`;
    await member.browser.send((api) =>
      api.account.updateUser({ email: theirs, current_password: PASSWORD }),
    );
    const [request] = await readMailbox(kindpal.services, theirs);
    const confirm = linkParameter(request, 'token');
    await member.browser.send((api) =>
      api.account.verify({ type: 'email_change', token: confirm }),
    );
    const { link } = await ban({ ...member, email: theirs });
    const token = await mailedToken({ email: theirs }, link);
    await use(token, { action: 'request_copy' });
    const [notice] = await mailsAbout(member.email, /was changed/);
    const undo = linkParameter(notice, 'token');
    await member.browser.send((api) => api.account.verify({ type: 'email_undo', token: undo }));

    for (const action of ['see', 'request_deletion'] as const) {
      expect(await outcomeOf(use(token, { action }))).toBe('LINK_EXPIRED');
    }
    expect((await download(token)).status).toBe(410);
    const [suspended] = await mailsAbout(member.email, /is banned/);
    const own = await mailedToken(member, linkParameter(suspended, 'token'));
    expect((await use(own)).deletion.due_at).toBeNull();
  });

  it('ends with the suspension; a requested deletion continues until its member keeps the account [U3] [X1]', async () => {
    const { token, decision, browser, email } = await banned();
    await use(token, { action: 'request_deletion' });
    await kindpal.callerFor(admin).moderation.undo({ id: decision, reason: 'A mistake.' });
    expect(await refusalOf(use(token))).toBe('LINK_EXPIRED');
    await signIn({ browser, email });
    expect((await browser.send((api) => api.deletion.get())).due_at).not.toBeNull();
    await browser.send((api) => api.deletion.withdraw());
    expect((await browser.send((api) => api.deletion.get())).due_at).toBeNull();
  });

  it.each([
    [
      'the suspension ends',
      `UPDATE moderation_decisions SET ended_at = now(), ended_as = 'expired' WHERE member_id = $1`,
    ],
    [
      'a change of the address is undone',
      `UPDATE auth."user" SET email = 'own-' || email WHERE id = $1`,
    ],
  ])('does nothing if %s while it is opened [U3] [X1]', async (_, change) => {
    const { token, id } = await banned();
    const { pool } = kindpal.services.db;
    const changing = await pool.connect();
    await changing.query('BEGIN');
    await changing.query('SELECT FROM auth."user" WHERE id = $1 FOR UPDATE', [id]);
    await changing.query(change, [id]);
    const refused = refusalOf(use(token, { action: 'request_deletion' }));
    try {
      await untilLockWaits(pool, 1);
    } finally {
      await changing.query('COMMIT');
      changing.release();
    }
    expect(await refused).toBe('LINK_EXPIRED');
    expect(await query('SELECT FROM auth.deletion_request WHERE user_id = $1', [id])).toEqual([]);
  });

  it('of an earlier suspension does nothing in the next one [U3]', async () => {
    const member = await banned();
    const { token, decision } = member;
    await kindpal.callerFor(admin).moderation.undo({ id: decision, reason: 'A mistake.' });
    await ban(member);
    expect(await refusalOf(use(token, { action: 'request_deletion' }))).toBe('LINK_EXPIRED');
  });
});

describe('the link of a suspension', () => {
  it('opens nothing in the mailbox of a thief who had changed the address, once that is undone [U8] [S4]', async () => {
    const member = await joinKindpal(kindpal.services);
    const theirs = `thief-${member.email}`;
    await member.browser.send((api) =>
      api.account.updateUser({ email: theirs, current_password: PASSWORD }),
    );
    const token = linkParameter((await mailsAbout(theirs, /./))[0], 'token');
    await member.browser.send((api) => api.account.verify({ type: 'email_change', token }));
    await ban({ ...member, email: theirs });
    const link = linkParameter((await mailsAbout(theirs, /is banned/))[0], 'token');
    expect((await anyone().getSuspension({ token: link })).can.appeal).toBe(true);

    const undo = linkParameter((await mailsAbout(member.email, /was changed/))[0], 'token');
    await member.browser.send((api) => api.account.verify({ type: 'email_undo', token: undo }));
    const text = 'I did nothing wrong, please look again.';
    expect(await refusalOf(anyone().getSuspension({ token: link }))).toBe('LINK_EXPIRED');
    expect(await refusalOf(anyone().appealSuspension({ token: link, text }))).toBe('LINK_EXPIRED');
    expect(await refusalOf(anyone().mailAccountLink({ token: link }))).toBe('LINK_EXPIRED');
  });

  it('of an earlier release, which names no address, works for 30 days [S4]', async () => {
    const { decision } = await banned();
    const token = makeLinkToken(kindpal.services, SUSPENSION_LINK, decision);
    expect((await anyone().getSuspension({ token })).id).toBe(decision);
    kindpal.setNow(new Date(Date.now() + 31 * DAY));
    expect(await refusalOf(anyone().getSuspension({ token }))).toBe('LINK_EXPIRED');
  });
});

describe('a banned member with an authenticator app [U13]', () => {
  /** Sets up an app; returns a function that makes its codes. */
  async function addApp({ browser }: Joined, name: string) {
    const { id: factor_id, totp } = await enrollApp(browser, name);
    const codeOf = () =>
      generate({
        secret: totp.secret,
        epoch: Math.floor(kindpal.services.clock.now().getTime() / 1000),
      });
    const challenge = await browser.send((api) => api.factor.challenge({ factor_id }));
    const code = await codeOf();
    await browser.send((api) => api.factor.verify({ factor_id, challenge_id: challenge.id, code }));
    return codeOf;
  }

  /** With the app, its recovery codes, and the emailed link. */
  async function protectedMember() {
    const member = await joinKindpal(kindpal.services);
    const codeOf = await addApp(member, 'Phone');
    const { codes } = await member.browser.send((api) => api.factor.makeRecoveryCodes());
    const { link } = await ban(member);
    return { ...member, codes, codeOf, link, token: await mailedToken(member, link) };
  }

  it('also needs its code: with the mailbox alone nobody sees, gets or deletes anything [X1]', async () => {
    const { token, codeOf, email } = await protectedMember();
    for (const action of ['see', 'request_copy', 'request_deletion'] as const) {
      expect(await refusalOf(use(token, { action }))).toBe('INSUFFICIENT_AAL');
    }
    // The code that set up the app was used.
    expect(await refusalOf(use(token, { code: await codeOf() }))).toBe('MFA_VERIFICATION_FAILED');
    kindpal.setNow(new Date(Date.now() + 60_000));
    const code = await codeOf();
    const { token: next } = await use(token, { code });
    expect(await refusalOf(use(token, { code }))).toBe('MFA_VERIFICATION_FAILED');

    await use(next, { action: 'request_copy' });
    await readMailbox(kindpal.services, email);
    expect((await use(next)).archive.state).toBe('ready');
    expect((await download(next)).status).toBe(200);
    expect((await download(token)).status).toBe(403);
  });

  it('uses a recovery code instead, once, and is emailed about it', async () => {
    const { token, codes, email } = await protectedMember();
    const code = codes[0] ?? '';
    const uses = await Promise.all(
      Array.from({ length: 5 }, () => outcomeOf(use(token, { code }))),
    );
    expect(uses.sort()).toEqual([...Array(4).fill('MFA_VERIFICATION_FAILED'), 'ok']);
    expect(await mailsAbout(email, /recovery code/i)).not.toEqual([]);
  });

  it('is protected from guesses, however many links and networks they come from', async () => {
    const { token, codeOf } = await protectedMember();
    const right = await codeOf();
    const wrong = right === '000000' ? '000001' : '000000';
    const guesses = [];
    for (let n = 0; n < 7; n += 1) guesses.push(await outcomeOf(use(token, { code: wrong })));
    expect(guesses.slice(0, 5)).toEqual(Array(5).fill('MFA_VERIFICATION_FAILED'));
    expect(guesses.at(-1)).toBe('TOO_MANY_REQUESTS');
  });

  it('may use either of two apps, and no failure is counted for the other', async () => {
    const member = await joinKindpal(kindpal.services);
    const apps = [await addApp(member, 'Phone'), await addApp(member, 'Tablet')];
    const token = await mailedToken(member, (await ban(member)).link);
    const failures = async () =>
      (await query(`SELECT FROM auth.failed_attempts WHERE key LIKE 'factor %'`)).length;
    const before = await failures();
    for (const [n, codeOf] of apps.entries()) {
      kindpal.setNow(new Date(Date.now() + (n + 1) * MINUTE));
      expect((await use(token, { code: await codeOf() })).archive.state).toBe('none');
      expect(await failures()).toBe(before);
    }
  });

  it('no longer needs it once a super admin has reset their factors [S3]', async () => {
    const { token, id } = await protectedMember();
    const superAdmin = await createMember(kindpal.services.db, { app_role: 'super_admin' });
    const reset = { user_id: id, reason: 'They lost their phone.' };
    await kindpal.callerFor(superAdmin).staff.resetFactors(reset);
    expect((await use(token)).archive.state).toBe('none');
  });
});
