import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { moveAddress } from '../account/email/move-address.ts';
import { lockAccount } from '../account/policy.ts';
import { archivePath } from '../archive/archive-path.ts';
import { ARCHIVE_TABLES } from '../archive/archive-tables.ts';
import { deliverQueuedMail } from '../mail/deliver-queued-mail.ts';
import { listMails } from '../mail/dev-mail.ts';
import { liftDueSuspensions } from '../moderation/end-decision.ts';
import { noteReport } from '../notification/delivery-report/note-report.ts';
import { runDueTasks } from '../tasks/start-tasks.ts';
import { directAttempt } from '../testing/direct-attempt.ts';
import {
  createClaim,
  createConversation,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { createFullMember } from '../testing/full-member.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import {
  joinKindpal,
  linkParameter,
  PASSWORD,
  readMailbox,
  TestBrowser,
} from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { eraseDueMembers } from './erase-due-members.ts';
import { eraseMember } from './erase-member.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());
afterEach(() => kindpal.setNow(null));

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);
const db = () => kindpal.services.db;
const query = async <Row extends object = Record<string, unknown>>(
  text: string,
  values: unknown[] = [],
) => (await db().pool.query<Row>(text, values)).rows;

const askDeletion = (browser: TestBrowser) =>
  browser.send((api) => api.deletion.request({ current_password: PASSWORD }));

async function letItBeDue(days = 15): Promise<void> {
  kindpal.setNow(inDays(days));
  await eraseDueMembers(kindpal.services);
  kindpal.setNow(null);
}

const statusOf = async (job: string) =>
  (await query<{ status: string }>('SELECT status FROM jobs WHERE id = $1', [job]))[0]?.status;

const isErased = async (id: string) =>
  (await query('SELECT FROM users WHERE id = $1 AND erased_at IS NOT NULL', [id])).length === 1;

describe('requesting the deletion of an account', () => {
  it('needs the password, and takes effect after 14 days unless canceled [X1]', async () => {
    const { browser, id, email } = await joinKindpal(kindpal.services);
    const wrong = { current_password: 'Wrong-Horse-1' };
    expect(await outcomeOf(browser.send((api) => api.deletion.request({})))).toBe('INVALID_INPUT');
    expect(await outcomeOf(browser.send((api) => api.deletion.request(wrong)))).toBe(
      'WRONG_PASSWORD',
    );
    await askDeletion(browser);
    const { due_at } = await browser.send((api) => api.deletion.get());
    expect(Math.round((Date.parse(due_at ?? '') - Date.now()) / DAY)).toBe(14);
    const [mail] = await readMailbox(kindpal.services, email);
    expect(mail?.text).toContain('press “Keep my account”');

    await letItBeDue(13);
    expect(await isErased(id)).toBe(false);
    // The second press withdraws nothing.
    for (const _ of [1, 2]) await browser.send((api) => api.deletion.withdraw());
    await letItBeDue(15);
    expect(await isErased(id)).toBe(false);
    expect((await browser.send((api) => api.deletion.get())).due_at).toBeNull();
    const { items } = await browser.send((api) => api.security.listEvents({ limit: 50 }));
    expect(items.filter(({ kind }) => kind === 'deletion_withdrawn')).toHaveLength(1);
  });

  it('eight times at once is one request and one email [X1]', async () => {
    const { browser, email } = await joinKindpal(kindpal.services);
    const answers = await Promise.all(Array.from({ length: 8 }, () => askDeletion(browser)));
    expect(new Set(answers.map(({ due_at }) => due_at)).size).toBe(1);
    const mails = await readMailbox(kindpal.services, email);
    expect(mails.filter(({ subject }) => subject.includes('will be deleted'))).toHaveLength(1);
  });

  it('is refused during a job in progress, for owner and sitter, and for staff [X1]', async () => {
    const owner = await joinKindpal(kindpal.services);
    const sitter = await joinKindpal(kindpal.services);
    const job = await createJob(db(), { owner_id: owner.id });
    await createClaim(db(), { job, sitter_id: sitter.id, status: 'in_progress' });
    for (const { browser } of [owner, sitter]) {
      expect(await outcomeOf(askDeletion(browser))).toBe('JOB_UNDER_WAY');
      const { running_jobs } = await browser.send((api) => api.deletion.get());
      expect(running_jobs.map(({ id }) => id)).toEqual([job.id]);
    }
    const staff = await joinKindpal(kindpal.services);
    await query(`INSERT INTO user_roles (user_id, role) VALUES ($1, 'admin')`, [staff.id]);
    expect(await outcomeOf(askDeletion(staff.browser))).toBe('STAFF_ROLE_HELD');
  });

  it('by somebody else is undone with the link in the email, until it happens [X1] [U6]', async () => {
    const { browser, id, email } = await joinKindpal(kindpal.services);
    await askDeletion(browser);
    const [mail] = await readMailbox(kindpal.services, email);
    const [link = ''] = /https?:\S+\/not-me\S+/.exec(mail?.text ?? '') ?? [];
    const token = linkParameter({ ...mail, text: link } as never, 'token');
    kindpal.setNow(new Date(Date.now() + 13.9 * 24 * 60 * 60 * 1000));
    await new TestBrowser(kindpal.services).send((api) =>
      api.account.verify({ type: 'not_me', token }),
    );
    kindpal.setNow(null);
    await letItBeDue();
    expect(await isErased(id)).toBe(false);
  });
});

describe('a requested deletion, after a reset, a new password or signing out elsewhere', () => {
  const NEW_PASSWORD = 'Battery-Staple-2';

  async function signIn(email: string): Promise<TestBrowser> {
    const browser = new TestBrowser(kindpal.services);
    const grant = { grant_type: 'password' as const, email, password: PASSWORD };
    await browser.send((api) => api.account.token(grant));
    return browser;
  }
  async function resetTokenOf(email: string): Promise<string> {
    await new TestBrowser(kindpal.services).send((api) => api.account.recover({ email }));
    const mails = await readMailbox(kindpal.services, email);
    const mail = mails.find(({ text }) => text.includes('/reset-password'));
    return linkParameter(mail, 'access_token');
  }
  const redeem = (token: string, browser = new TestBrowser(kindpal.services)) =>
    browser.send((api) => api.account.verify({ type: 'recovery', token, password: NEW_PASSWORD }));
  const reset = async (email: string) => redeem(await resetTokenOf(email));
  const changePassword = (browser: TestBrowser) =>
    browser.send((api) =>
      api.account.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD }),
    );
  const isAsked = async (id: string) =>
    (await query('SELECT FROM auth.deletion_request WHERE user_id = $1', [id])).length === 1;
  const withdrawals = (id: string) =>
    query(
      `SELECT FROM auth.security_event WHERE user_id = $1 AND kind = 'deletion_withdrawn'
         AND ip_address IS NOT NULL`,
      [id],
    );
  const CANCELED = 'Your requested account deletion was canceled';
  const noticesTo = async (email: string) =>
    (await readMailbox(kindpal.services, email)).filter(({ text }) => text.includes(CANCELED));

  it('by a thief does not survive the reset, of which the member reads that [X1] [U5]', async () => {
    const { id, email } = await joinKindpal(kindpal.services);
    await askDeletion(await signIn(email));
    expect((await reset(email)).deletion_canceled).toBe(true);
    expect(await isAsked(id)).toBe(false);
    expect(await withdrawals(id)).toHaveLength(1);
    expect((await noticesTo(email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('password was changed'),
    ]);
    await letItBeDue();
    expect(await isErased(id)).toBe(false);
    const { email: other } = await joinKindpal(kindpal.services);
    expect((await reset(other)).deletion_canceled).toBe(false);
  });

  it('is canceled by a reset even where the member asked for it, since its link proves a mailbox and no session [X1] [U5]', async () => {
    const { browser, id, email } = await joinKindpal(kindpal.services);
    await askDeletion(browser);
    const verified = await redeem(await resetTokenOf(email), browser);
    expect(verified.deletion_canceled).toBe(true);
    expect(await isAsked(id)).toBe(false);
  });

  it('by another session does not survive a new password, of which the member reads that [X1] [U8]', async () => {
    const { browser, id, email } = await joinKindpal(kindpal.services);
    await askDeletion(await signIn(email));
    expect(await changePassword(browser)).toMatchObject({ deletion_due_at: null });
    expect(await isAsked(id)).toBe(false);
    expect(await withdrawals(id)).toHaveLength(1);
    expect((await noticesTo(email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('password was changed'),
    ]);
  });

  it.each(['global', 'others'] as const)(
    'by another session does not survive signing out with scope %s, about which the member gets an email [X1] [U6]',
    async (scope) => {
      const { browser, id, email } = await joinKindpal(kindpal.services);
      await askDeletion(await signIn(email));
      await browser.send((api) => api.account.signOut({ scope }));
      expect(await isAsked(id)).toBe(false);
      expect(await withdrawals(id)).toHaveLength(1);
      expect((await noticesTo(email)).map(({ subject }) => subject)).toEqual([
        expect.stringMatching(/^The deletion of your .+ account was canceled$/),
      ]);
    },
  );

  it.each([
    ['a new password', changePassword],
    [
      'signing out all others',
      (browser: TestBrowser) => browser.send((api) => api.account.signOut({ scope: 'others' })),
    ],
    [
      'signing out everywhere',
      (browser: TestBrowser) => browser.send((api) => api.account.signOut({ scope: 'global' })),
    ],
  ])('by the same session survives %s [X1] [U6] [U8]', async (_, act) => {
    const { browser, id, email } = await joinKindpal(kindpal.services);
    await askDeletion(browser);
    await act(browser);
    expect(await isAsked(id)).toBe(true);
    expect(await withdrawals(id)).toEqual([]);
    expect(await noticesTo(email)).toEqual([]);
  });

  it('by another session survives signing out one device, as its mailed link says [X1] [U6]', async () => {
    const { browser, id, email } = await joinKindpal(kindpal.services);
    await askDeletion(await signIn(email));
    await browser.send((api) => api.account.signOut({ scope: 'local' }));
    expect(await isAsked(id)).toBe(true);
  });

  it('by an unknown session, as a suspended member does with a mailed link, does not survive a new password [X1] [U8]', async () => {
    const { browser, id, email } = await joinKindpal(kindpal.services);
    await query(
      `INSERT INTO auth.deletion_request (user_id, asked_at, due_at)
       VALUES ($1, now(), now() + interval '14 days')`,
      [id],
    );
    await changePassword(browser);
    expect(await isAsked(id)).toBe(false);
    expect(await noticesTo(email)).toHaveLength(1);
  });

  it('by a thief at the same moment as the reset or sign-out never outlives it [X1] [U5] [U6]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { browser, id, email } = await joinKindpal(kindpal.services);
      const thief = await signIn(email);
      const token = await resetTokenOf(email);
      const ended =
        round % 2 === 0
          ? redeem(token)
          : browser.send((api) => api.account.signOut({ scope: 'global' }));
      const asked = Array.from({ length: 4 }, () => outcomeOf(askDeletion(thief)));
      await Promise.all([ended, ...asked]);
      expect(await isAsked(id)).toBe(false);
    }
  });

  it('that has begun is not canceled by a sign-out that arrives late [X1] [U6]', async () => {
    const { browser, id, email } = await joinKindpal(kindpal.services);
    await askDeletion(await signIn(email));
    const { pool } = db();
    const holder = await pool.connect();
    await holder.query('BEGIN');
    // As `closeAccount` does.
    await holder.query('SELECT FROM auth."user" WHERE id = $1 FOR UPDATE', [id]);
    const signedOut = refusalOf(browser.send((api) => api.account.signOut({ scope: 'global' })));
    await untilLockWaits(pool, 1);
    await holder.query('UPDATE users SET suspended_at = now() WHERE id = $1', [id]);
    await holder.query('COMMIT');
    holder.release();
    expect(await signedOut).toBe('UNAUTHORIZED');
    expect(await isAsked(id)).toBe(true);
    expect(await noticesTo(email)).toEqual([]);
  });
});

describe('when the 14 days are over', () => {
  it('open posts are canceled and held jobs reopen, and the other side is notified; a job in progress delays it [X1]', async () => {
    const { browser, id } = await joinKindpal(kindpal.services);
    const other = await createMember(db(), { role: 'both', services: ['pet_sitting'] });
    const open = await createJob(db(), {
      owner_id: id,
      start_date: inDays(20),
      end_date: inDays(21),
    });
    const claimed = await createJob(db(), {
      owner_id: id,
      start_date: inDays(30),
      end_date: inDays(31),
    });
    await createClaim(db(), { job: claimed, sitter_id: other.id });
    const held = await createJob(db(), {
      owner_id: other.id,
      start_date: inDays(40),
      end_date: inDays(41),
    });
    await createClaim(db(), { job: held, sitter_id: id });
    await askDeletion(browser);
    const running = await createJob(db(), { owner_id: id });
    await createClaim(db(), { job: running, sitter_id: other.id, status: 'in_progress' });
    await letItBeDue();
    expect(await isErased(id)).toBe(false);
    expect(await statusOf(open.id)).toBe('open');

    await query(
      `UPDATE job_claims SET completed_at = now(), confirmed_at = now(), ended_at = now(),
      end_reason = 'completed' WHERE job_id = $1`,
      [running.id],
    );
    await query(`UPDATE jobs SET status = 'completed' WHERE id = $1`, [running.id]);
    await letItBeDue();
    expect(await isErased(id)).toBe(true);
    expect(await statusOf(open.id)).toBe('cancelled');
    expect(await statusOf(claimed.id)).toBe('cancelled');
    expect(await statusOf(held.id)).toBe('open');
    const { items } = await kindpal.callerFor(other).notification.list({});
    expect(items.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Former member canceled'),
        expect.stringContaining('Former member canceled their claim'),
      ]),
    );
  });

  it('waits for a job that its other side starts at that moment, and can no longer be undone [X1]', async () => {
    const { browser, id, email } = await joinKindpal(kindpal.services);
    const other = await createMember(db(), { role: 'pet_sitter' });
    const job = await createJob(db(), {
      owner_id: id,
      start_date: inDays(20),
      end_date: inDays(21),
    });
    await createClaim(db(), { job, sitter_id: other.id });
    await askDeletion(browser);
    const starting = await db().pool.connect();
    await starting.query('BEGIN');
    await starting.query('SELECT FROM jobs WHERE id = $1 FOR UPDATE', [job.id]);
    const erasing = letItBeDue();
    await untilLockWaits(db().pool, 1);
    await starting.query('UPDATE job_claims SET started_at = now() WHERE job_id = $1', [job.id]);
    await starting.query(`UPDATE jobs SET status = 'in_progress' WHERE id = $1`, [job.id]);
    await starting.query('COMMIT');
    starting.release();
    await erasing;
    expect(await statusOf(job.id)).toBe('in_progress');
    expect(await isErased(id)).toBe(false);

    // Undone now, the account could neither be used nor deleted.
    const [mail] = await readMailbox(kindpal.services, email);
    const [link = ''] = /https?:\S+\/not-me\S+/.exec(mail?.text ?? '') ?? [];
    const undo = new TestBrowser(kindpal.services).send((api) =>
      api.account.verify({
        type: 'not_me',
        token: new URL(link).searchParams.get('token') ?? '',
      }),
    );
    expect(await outcomeOf(undo)).toBe('TOKEN_REFUSED');
    await query(
      `UPDATE job_claims SET completed_at = now(), confirmed_at = now(), ended_at = now(),
      end_reason = 'completed' WHERE job_id = $1`,
      [job.id],
    );
    await query(`UPDATE jobs SET status = 'completed' WHERE id = $1`, [job.id]);
    await letItBeDue();
    expect(await isErased(id)).toBe(true);
  });

  const stillHolds = async (sitter_id: string) => {
    const job = await createJob(db(), { start_date: inDays(40), end_date: inDays(41) });
    return createClaim(db(), { job, sitter_id });
  };
  const waitsForConfirmation = async (owner_id: string) => {
    const { job, claim } = await createClaim(db(), { job: await createJob(db(), { owner_id }) });
    await query(`UPDATE job_claims SET completed_at = now() WHERE id = $1`, [claim.id]);
    await query(`UPDATE jobs SET status = 'completed' WHERE id = $1`, [job.id]);
    return { job };
  };
  it.each([
    ['a job that the member still holds', stillHolds],
    ['a finished job that the member posted', waitsForConfirmation],
  ])('fails no call about %s: neither waits for the other [X1]', async (_, create) => {
    const { browser, id } = await joinKindpal(kindpal.services);
    const { job } = await create(id);
    await askDeletion(browser);
    const moving = await db().pool.connect();
    try {
      // What a call does: it locks the job, and then stores something for both sides.
      await moving.query('BEGIN');
      await moving.query('SELECT FROM jobs WHERE id = $1 FOR UPDATE', [job.id]);
      const erasing = letItBeDue();
      await untilLockWaits(db().pool, 1);
      await moving.query(`SET LOCAL lock_timeout = '500ms'`);
      await moving.query('SELECT FROM users WHERE id = $1 FOR KEY SHARE', [id]);
      await moving.query('ROLLBACK');
      await erasing;
    } finally {
      moving.release(true);
    }
    expect(await isErased(id)).toBe(true);
  });

  /** A claim that the member ended, both of whose sides are reviewed. */
  const reviewedClaim = async (sitter_id: string) => {
    const { claim } = await createClaim(db(), { job: await createJob(db()), sitter_id });
    await query(
      `UPDATE job_claims SET ended_at = now(), ended_by = sitter_id, end_reason = 'released',
         end_note = 'No time', start_date = now() WHERE id = $1`,
      [claim.id],
    );
    const write = `INSERT INTO reviews (claim_id, side, reviewer_id, rating, text, would_repeat)
      SELECT $1, 'sitter', $2, 5, 'Kind', true`;
    await query(write, [claim.id, sitter_id]);
    return claim.id;
  };
  it.each([
    [
      'staff who take down one of their jobs',
      async (id: string) => (await createJob(db(), { owner_id: id })).id,
      [
        'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE',
        'SELECT FROM jobs WHERE id = $2 FOR UPDATE',
      ],
    ],
    [
      'an owner who reviews a claim that they gave up',
      reviewedClaim,
      [
        'SELECT FROM job_claims WHERE id = $2 FOR NO KEY UPDATE',
        'SELECT FROM users WHERE id = $1 FOR KEY SHARE',
      ],
    ],
    [
      'the publication of their review',
      reviewedClaim,
      [
        'SELECT FROM reviews WHERE claim_id = $2 FOR NO KEY UPDATE',
        'SELECT FROM users WHERE id = $1 FOR KEY SHARE',
      ],
    ],
    [
      'staff who answer their request',
      async (user_id: string) =>
        (
          await query<{ id: string }>(
            `INSERT INTO feedback (message, user_id) VALUES ('Please help me', $1) RETURNING id`,
            [user_id],
          )
        )[0]?.id ?? '',
      [
        'SELECT FROM feedback WHERE id = $2 FOR UPDATE',
        'SELECT FROM users WHERE id = $1 FOR KEY SHARE',
      ],
    ],
    [
      'the delivery of a notification of theirs',
      async (member_id: string) =>
        (
          await query<{ id: string }>(
            `INSERT INTO notifications (member_id, type, event_key, subject_id, created_at)
             VALUES ($1, 'reviews.received', 'one', $1, now()) RETURNING id`,
            [member_id],
          )
        )[0]?.id ?? '',
      [
        'SELECT FROM notifications WHERE id = $2 FOR UPDATE',
        'SELECT FROM users WHERE id = $1 FOR KEY SHARE',
      ],
    ],
  ])('does not deadlock with %s [X1]', async (_, create, [first = '', second = '']) => {
    const { browser, id } = await joinKindpal(kindpal.services);
    const row = await create(id);
    await askDeletion(browser);
    const other = await db().pool.connect();
    const run = (text: string) =>
      other.query(text.replace(/\$[12]/g, (part) => `'${part === '$1' ? id : row}'`));
    try {
      await other.query('BEGIN');
      await run(first);
      const erasing = db().drizzle.transaction((tx) => eraseMember(tx, kindpal.services, id));
      await untilLockWaits(db().pool, 1);
      await other.query(`SET LOCAL lock_timeout = '500ms'`);
      await run(second);
      await other.query('ROLLBACK');
      await erasing;
    } finally {
      other.release(true);
    }
    expect(await isErased(id)).toBe(true);
  });

  it('ends queued emails at its commit: none is sent before a task removes them, and none stays in a file [X1]', async () => {
    const { services } = kindpal;
    const { browser, id, email } = await joinKindpal(services);
    const mail = { to: email, subject: 'Your job', text: 'Notes', html: 'Notes' };
    await services.mailer.send({ ...mail, subject: 'In a file' });
    await askDeletion(browser);
    const subjects = async () =>
      (await listMails(services.env)).flatMap(({ to, subject }) => (to === email ? subject : []));
    await readMailbox(services, email);
    expect(await subjects()).toContain('In a file');
    await services.mailer.send({ ...mail, subject: 'In the queue' });
    await db().drizzle.transaction((tx) => eraseMember(tx, services, id));
    const queued = await query<{ payload: { sealed: string } }>(
      `SELECT payload FROM graphile_worker._private_jobs JOIN graphile_worker.jobs USING (id)
       WHERE task_identifier = 'send_mail'`,
    );
    expect(queued).not.toEqual([]);
    for (const { payload } of queued) await deliverQueuedMail(services, payload, directAttempt());
    expect(await subjects()).not.toContain('In the queue');
    await runDueTasks(services);
    expect(await subjects()).toEqual([]);
  });

  it('that is killed right after its commit has left nothing to do but queued tasks [X1]', async () => {
    const { browser, id, email } = await joinKindpal(kindpal.services);
    const mail = { to: email, subject: 'In a file', text: 'Notes', html: 'Notes' };
    await kindpal.services.mailer.send(mail);
    expect(await readMailbox(kindpal.services, email)).not.toEqual([]);
    await askDeletion(browser);
    // The last step of a deletion: nothing runs after it.
    await db().drizzle.transaction((tx) => eraseMember(tx, kindpal.services, id));
    expect(await readMailbox(kindpal.services, email)).toEqual([]);
  });

  it('takes turns with a report about an email to the member [X1]', async () => {
    const { browser, id, email } = await joinKindpal(kindpal.services);
    const { rows } = await db().pool.query<{ id: string }>(
      `INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
       VALUES ($1, 'new_jobs.fits', 'report', $1, 'sent') RETURNING id`,
      [id],
    );
    await askDeletion(browser);
    // The deletion has locked everything else, and waits for a call that refers to the member.
    const other = await db().pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM users WHERE id = $1 FOR KEY SHARE', [id]);
    const erasing = db().drizzle.transaction((tx) => eraseMember(tx, kindpal.services, id));
    await untilLockWaits(db().pool, 1);
    const report = { outcome: 'bounced' as const, recipients: [email] };
    const noting = noteReport(kindpal.services, rows[0]?.id ?? '', report);
    await untilLockWaits(db().pool, 2);
    await other.query('ROLLBACK');
    other.release();
    expect(await Promise.allSettled([erasing, noting])).toMatchObject([
      { status: 'fulfilled' },
      { status: 'fulfilled' },
    ]);
    expect(await isErased(id)).toBe(true);
  });

  it('can no longer be withdrawn by a call that began before [X1]', async () => {
    const { browser, id } = await joinKindpal(kindpal.services);
    await askDeletion(browser);
    const closing = await db().pool.connect();
    await closing.query('BEGIN');
    await closing.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [id]);
    await closing.query('SELECT FROM auth."user" WHERE id = $1 FOR UPDATE', [id]);
    const withdrawing = outcomeOf(browser.send((api) => api.deletion.withdraw()));
    await untilLockWaits(db().pool, 1);
    await closing.query('UPDATE users SET suspended_at = now() WHERE id = $1', [id]);
    await closing.query('COMMIT');
    closing.release();
    expect(await withdrawing).toBe('UNAUTHORIZED');
    await letItBeDue();
    expect(await isErased(id)).toBe(true);
  });

  it('a suspension that would expire, an appeal and its link no longer open anything [X1] [U3]', async () => {
    const { browser, id, email } = await joinKindpal(kindpal.services);
    const staff = kindpal.callerFor(await createMember(db(), { app_role: 'admin' }));
    await askDeletion(browser);
    const decision = await staff.moderation.suspend({
      member_id: id,
      reason: 'You asked for gift cards.',
      note: '',
      ends_at: inDays(1).toISOString(),
    });
    const [mail] = await readMailbox(kindpal.services, email);
    const token = linkParameter(mail, 'token');
    await letItBeDue();
    await query(
      `UPDATE moderation_decisions SET ends_at = now() - interval '1 hour' WHERE id = $1`,
      [decision.id],
    );
    await liftDueSuspensions(kindpal.services);
    const answer = { id: decision.id, reason: 'A mistake' };
    expect(await outcomeOf(staff.moderation.undo(answer))).toBe('DECISION_OVER');
    const suspended = 'SELECT FROM users WHERE id = $1 AND suspended_at IS NOT NULL';
    expect(await query(suspended, [id])).toHaveLength(1);
    const open = new TestBrowser(kindpal.services).send((api) =>
      api.moderation.getSuspension({ token }),
    );
    expect(await outcomeOf(open)).toBe('LINK_EXPIRED');
    // Whatever else might try to lift the suspension.
    await expect(query('UPDATE users SET suspended_at = NULL WHERE id = $1', [id])).rejects.toThrow(
      'users_erased_stay_suspended',
    );
  });

  it('nobody can sign in, the address is free, and what others wrote stays [X1]', async () => {
    const { browser, id, email } = await joinKindpal(kindpal.services);
    const other = await createMember(db());
    const conversation = await createConversation(db(), [{ id } as TestMember, other]);
    for (const [sender, content] of [
      [id, 'Mine'],
      [other.id, 'Theirs'],
    ]) {
      await query(
        `INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content)
         VALUES ($1, $2, gen_random_uuid(), $3)`,
        [conversation, sender, content],
      );
    }
    await askDeletion(browser);
    await letItBeDue();
    const grant = { grant_type: 'password' as const, email, password: PASSWORD };
    expect(await outcomeOf(browser.send((api) => api.account.token(grant)))).toBe(
      'WRONG_CREDENTIALS',
    );
    expect((await browser.send((api) => api.account.getSession())).session).toBeNull();
    const { items } = await kindpal.callerFor(other).chat.listDirectMessages({ member_id: id });
    expect(items.map(({ content }) => content).sort()).toEqual([
      'Deleted with its author’s account.',
      'Theirs',
    ]);
    const again = await joinKindpal(kindpal.services, { email });
    expect(again.id).not.toBe(id);
    expect(await outcomeOf(kindpal.callerFor(other).member.get({ id }))).toBe('NOT_FOUND');
  });
});

/** Values of the deleted member, wherever they are. */
const MARK = /zebulon|quimby|555.?0199.?222/i;

/** Every row of every table, including the queue's, that contains a value of the member. */
async function tablesWithMark(): Promise<string[]> {
  const tables = await kindpal.asOwner<string>(
    `SELECT format('%I.%I', nspname, relname) FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE relkind = 'r' AND nspname IN ('public', 'auth', 'graphile_worker') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const name of tables) {
    const rows = await kindpal.asOwner<string>(`SELECT t::text FROM ${name} t`);
    if (rows.some((row) => MARK.test(row))) found.push(name);
  }
  return found;
}

async function filesWithMark(): Promise<string[]> {
  const { dataDir } = kindpal.services.env;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(name, 'latin1')] as const),
  );
  return texts
    .filter(([name, text]) => (MARK.test(name) || MARK.test(text)) && !isMailToOther(name, text))
    .map(([name]) => name);
}

/** Emails received by others are theirs; without a mail server they are files in a folder. */
function isMailToOther(name: string, text: string): boolean {
  const isMail = name.includes('/mail/');
  const to = /^To: (.*)$/m.exec(text)?.[1] ?? /"to":"([^"]*)"/.exec(text)?.[1];
  return isMail && to !== undefined && !MARK.test(to);
}

/**
 * Stores emails to the member's address and to a new one that was never confirmed, a text to a
 * former phone, queues another email, and then moves the member to a new address so long ago that
 * nothing else remembers the former ones.
 */
async function writeToFormerAddress({ id, email }: { id: string; email: string }): Promise<void> {
  const { mailer, texter } = kindpal.services;
  const mail = { subject: 'Long ago', text: 'For Zebulon', html: 'For Zebulon' };
  await mailer.send({ ...mail, to: email });
  await mailer.send({ ...mail, to: `pending-${email}`, member_id: id });
  await texter.send({ to: '+445550199222', text: 'Zebulon’s code', member_id: id });
  await readMailbox(kindpal.services, email);
  await mailer.send({ ...mail, to: email });
  await query(`UPDATE auth.email_undo SET old_email = 'other-' || old_email WHERE user_id = $1`, [
    id,
  ]);
  const account = await lockAccount(db().drizzle, id);
  if (!account) throw new Error('no account');
  await query(`UPDATE auth."user" SET email = 'moved-' || email WHERE id = $1`, [id]);
  await moveAddress(db().drizzle, account, `moved-${email}`);
}

type Key = { table: string; column: string };

/** Every column that references a member, and how many of its rows reference this one. */
async function rowsOf(id: string): Promise<Record<string, number>> {
  const keys = await query<Key>(
    `SELECT conrelid::regclass::text AS table, attname AS column FROM pg_constraint con
     JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
     WHERE contype = 'f' AND confrelid IN ('users'::regclass, 'auth."user"'::regclass)`,
  );
  const counted = await Promise.all(
    keys.map(async ({ table, column }) => {
      const rows = await query(`SELECT FROM ${table} WHERE ${column} = $1`, [id]);
      return [`${table}.${column}`, rows.length] as const;
    }),
  );
  return Object.fromEntries(counted);
}

/** The parts of the data export without a row of this member, named in it or not. */
async function emptyCopies(id: string): Promise<string[]> {
  const counted = await Promise.all(
    Object.entries(ARCHIVE_TABLES).map(
      async ([name, text]) => [name, (await query(text, [id])).length] as const,
    ),
  );
  return counted.flatMap(([name, rows]) => (rows === 0 ? [name] : []));
}

/**
 * What names a member after they left: facts of jobs, and what others need to read their own words.
 */
const KEPT = [
  'users.id',
  'jobs.owner_id',
  'job_claims.sitter_id',
  'job_claims.ended_by',
  'job_events.actor_id',
  'messages.sender_id',
  'conversations.participant_1',
  'conversations.participant_2',
  'conversation_messages.sender_id',
  'reviews.reviewer_id',
  'reviews.reviewee_id',
  'invites.created_by',
  'invites.used_by',
  'data_views.viewer_id',
  'moderation_decisions.member_id',
  'reports.member_id',
  'hearings.member_id',
];
/** Columns for staff only: staff give up their role before they leave. */
const OF_STAFF = [
  'user_roles.user_id',
  'user_roles.assigned_by',
  'invites.granted_by',
  'invite_requests.decided_by',
  'feedback.responded_by',
  'waitlist_entries.invited_by',
  'moderation_decisions.decided_by',
  'moderation_decisions.ended_by',
  'moderation_decisions.appeal_decided_by',
  'reports.assigned_to',
  'reports.last_assigned_to',
  'hearings.asked_by',
  'chat_readings.asked_by',
  'chat_readings.decided_by',
  'identity_checks.checked_by',
  'identity_checks.confirmed_by',
  'identity_checks.ended_by',
];

describe('after an account was deleted', () => {
  it('no table and no file contains anything of its member, but what others wrote and the facts of jobs stay [X1]', async () => {
    const { browser, id, email, other, job, path } = await createFullMember(kindpal.services);
    const [archive] = await query<{ id: string }>(
      `UPDATE auth.data_archive SET ready_at = now(), bytes = 7 WHERE user_id = $1 RETURNING id`,
      [id],
    );
    const copy = archivePath(archive?.id ?? '');
    await kindpal.services.images.put(copy, Buffer.from('Zebulon'));
    await writeToFormerAddress({ id, email });
    await askDeletion(browser);
    await readMailbox(kindpal.services, email);
    const before = await rowsOf(id);
    const empty = Object.keys(before).filter((name) => before[name] === 0);
    const uncopied = await emptyCopies(id);
    await query(`UPDATE jobs SET sent_hash = sha256('Zebulon’s form') WHERE id = $1`, [job]);
    expect(await tablesWithMark()).toEqual(
      expect.arrayContaining(['public.users', 'public.jobs', 'public.messages', 'public.reviews']),
    );
    expect(await filesWithMark()).toContainEqual(expect.stringContaining(copy));

    await letItBeDue();
    await runDueTasks(kindpal.services);
    expect(await isErased(id)).toBe(true);
    // Said only now: a member who stays would make the next test fail for its phone number.
    expect(
      empty.filter((name) => !OF_STAFF.includes(name)),
      'Fill these in fillFullMember of <feature>.samples.ts.',
    ).toEqual([]);
    expect(
      uncopied,
      'The copy of this member holds no row of these: add one in fillFullMember of <feature>.samples.ts.',
    ).toEqual([]);
    const after = await rowsOf(id);
    const left = Object.keys(after).filter((name) => after[name] !== 0 && !KEPT.includes(name));
    expect(
      left,
      'Delete these in erase-member.ts, or make their foreign key ON DELETE CASCADE, which deletes them; a row that others need is named in KEPT.',
    ).toEqual([]);
    expect(await tablesWithMark()).toEqual([]);
    expect(await filesWithMark()).toEqual([]);
    expect(await kindpal.services.images.find(path)).toBeNull();
    expect(await kindpal.services.images.find(copy)).toBeNull();

    const reviews = await query<{ text: string }>(
      'SELECT text FROM reviews WHERE reviewer_id = $1',
      [other.id],
    );
    expect(reviews).toEqual([{ text: 'A fine sitter' }]);
    const [kept] = await query<{ title: string; status: string; sent_hash: string | null }>(
      'SELECT title, status, sent_hash FROM jobs WHERE id = $1',
      [job],
    );
    expect(kept).toEqual({ title: 'Dog walking', status: 'cancelled', sent_hash: null });
  });

  it('staff still see reports about and by them, without their texts, and can only close them [X1] [S4]', async () => {
    const { browser, id, other } = await createFullMember(kindpal.services);
    const staff = kindpal.callerFor(await createMember(db(), { app_role: 'admin' }));
    await askDeletion(browser);
    await letItBeDue();
    const { items } = await staff.report.list({ limit: 50 });
    const about = items.filter(({ member }) => member.id === id);
    expect(about.map(({ member, reporter }) => [member.full_name, reporter?.id])).toEqual([
      ['Former member', other.id],
      ['Former member', other.id],
    ]);
    const [by] = items.filter(({ member }) => member.id === other.id);
    expect(by?.reporter).toBeNull();
    const report = await staff.report.take({ id: by?.id ?? '' });
    expect(
      report.snapshot.messages?.map(({ sender_name, content }) => [sender_name, content]),
    ).toEqual([
      ['Former member', 'Deleted with its author’s account.'],
      ['Other', 'Stop that'],
    ]);
    for (const { id: reportId } of about) {
      const taken = await staff.report.take({ id: reportId });
      expect(taken.can.decide).toEqual(['dismiss']);
      expect(taken.sides.member).toMatchObject({ has_left: true, suspended_at: null });
      const warning = {
        id: reportId,
        kind: 'warn' as const,
        reason: 'No',
        note: '',
        ends_at: null,
      };
      expect(await outcomeOf(staff.report.decide(warning))).toBe('FORBIDDEN');
      await staff.report.decide({ ...warning, kind: 'dismiss', reason: undefined });
    }
    expect((await staff.moderation.listAppeals({})).items).toEqual([]);
  });
});
