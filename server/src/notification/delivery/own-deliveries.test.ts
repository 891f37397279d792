import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resetPasswordMail } from '../../mail/mails/reset-password.ts';
import { runDueTasks } from '../../tasks/start-tasks.ts';
import { createEndedClaim, createMember, type TestMember } from '../../testing/factories.ts';
import { startPushService } from '../../testing/outside/push-service.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/outside/smtp-sink.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { keepNotifications } from '../keep-notifications.ts';
import { getPushKeys } from '../push/push-keys.ts';
import { queueDue } from '../queue/queue-mails.ts';
import { noteDelivery } from './note-delivery.ts';

let kindpal: TestKindpal;
let sink: SmtpSink;
let pushes: Awaited<ReturnType<typeof startPushService>>;
let chief: TestMember;
beforeAll(async () => {
  sink = await startSmtpSink();
  kindpal = await startTestKindpal({ settings: { SMTP_URL: sink.url } });
  pushes = await startPushService(async () => (await getPushKeys(kindpal.services)).publicKey);
  chief = await createMember(db(), { app_role: 'super_admin' });
});
afterAll(async () => {
  await pushes.close();
  await kindpal.stop();
  await sink.close();
});
beforeEach(() => {
  sink.verdict = 'accept';
  sink.mailbox = () => undefined;
});

const db = () => kindpal.services.db;
const TOKEN = 'a-secret-token-of-one-reset';
const as = (who: TestMember) => kindpal.callerFor(who);

/** Sends a link to choose a new password; the queue makes one attempt. */
async function sendReset(to: string): Promise<void> {
  const { services } = kindpal;
  const mail = resetPasswordMail(services.env, { to, token: TOKEN, now: new Date() });
  await services.mailer.send(mail);
  await runDueTasks(services);
}

async function tryAgain(): Promise<void> {
  await db().pool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
  await runDueTasks(kindpal.services);
}

/** This member's deliveries as a super admin sees them, newest first. */
async function shownOf(memberId: string | null) {
  const { items } = await as(chief).notification.listDeliveries({ limit: 50 });
  return items
    .filter(({ member_id }) => member_id === memberId)
    .map(({ channel, label, state, reason }) => ({ channel, label, state, reason }));
}

const email = { channel: 'email', label: 'Reset password' };
const isRefused = async (who: TestMember) =>
  (await as(who).notification.countUnread()).mailbox_refuses;

describe('an email that a command sends by itself', () => {
  it('is shown to super admins with its state: queued while the mail server is unreachable, then sent [S3]', async () => {
    const member = await createMember(db());
    sink.verdict = 'cut';
    await sendReset(member.email);
    expect(await shownOf(member.id)).toEqual([
      { ...email, state: 'queued', reason: 'unreachable' },
    ]);
    sink.verdict = 'accept';
    await tryAgain();
    expect(await shownOf(member.id)).toEqual([{ ...email, state: 'sent', reason: null }]);
  });

  it('that a mailbox refuses is not retried, and its member sees this until the mailbox accepts one [S3]', async () => {
    const member = await createMember(db());
    sink.mailbox = (address) => (address === member.email ? 550 : undefined);
    await sendReset(member.email);
    expect(await shownOf(member.id)).toEqual([{ ...email, state: 'bounced', reason: 'rejected' }]);
    expect(await isRefused(member)).toBe(true);
    const before = sink.arrived();
    await tryAgain();
    expect(sink.arrived()).toBe(before);
    sink.mailbox = () => undefined;
    await sendReset(member.email);
    expect(await isRefused(member)).toBe(false);
  });

  it('is sent once, although the database is away when the mail server accepts it [S3]', async () => {
    const member = await createMember(db());
    const { services } = kindpal;
    const before = sink.accepted.length;
    let failures = 0;
    const prepared: typeof services.db.prepared = async (name, ...rest) => {
      if (name === 'note-delivery' && sink.accepted.length > before && failures < 3) {
        failures += 1;
        throw new Error('Connection terminated unexpectedly');
      }
      return services.db.prepared(name, ...rest);
    };
    const mail = resetPasswordMail(services.env, {
      to: member.email,
      token: TOKEN,
      now: new Date(),
    });
    await services.mailer.send(mail);
    await runDueTasks({ ...services, db: { ...services.db, prepared } });
    await tryAgain();
    expect(failures).toBe(3);
    expect(sink.accepted).toHaveLength(before + 1);
    expect(await shownOf(member.id)).toEqual([{ ...email, state: 'sent', reason: null }]);
  });

  it('that is refused for its content has failed, without marking the mailbox', async () => {
    const member = await createMember(db());
    sink.verdict = async () => {
      throw Object.assign(new Error('5.6.0 Invalid content'), { responseCode: 554 });
    };
    await sendReset(member.email);
    expect(await shownOf(member.id)).toMatchObject([{ state: 'failed', reason: 'rejected' }]);
    expect(await isRefused(member)).toBe(false);
  });

  it('that was refused for its content is not sent again if its process died before the queue knew that', async () => {
    const member = await createMember(db());
    const { services } = kindpal;
    sink.verdict = async () => {
      throw Object.assign(new Error('5.6.0 Invalid content'), { responseCode: 554 });
    };
    const mail = resetPasswordMail(services.env, {
      ...{ to: member.email, token: TOKEN, now: new Date() },
    });
    await services.mailer.send(mail);
    const { rows } = await db().pool.query<{ payload: { sealed: string } }>(
      `SELECT payload FROM graphile_worker._private_jobs JOIN graphile_worker.jobs USING (id)
       WHERE task_identifier = 'send_mail'`,
    );
    await runDueTasks(services);
    expect(await shownOf(member.id)).toMatchObject([{ state: 'failed', reason: 'rejected' }]);
    sink.verdict = 'accept';
    const before = sink.arrived();
    for (const { payload } of rows) await services.tasks.add('send_mail', payload);
    await runDueTasks(services);
    expect(rows).toHaveLength(1);
    expect(sink.arrived()).toBe(before);
    expect(await shownOf(member.id)).toMatchObject([{ state: 'failed', reason: 'rejected' }]);
  });

  it('has failed after its last attempt, also if the node stopped before recording that', async () => {
    const [member, other] = [await createMember(db()), await createMember(db())];
    sink.verdict = 'cut';
    await sendReset(member.email);
    await db().pool.query(
      `UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1, run_at = now()`,
    );
    await runDueTasks(kindpal.services);
    await db().pool.query('DELETE FROM graphile_worker._private_jobs');
    expect(await shownOf(member.id)).toMatchObject([{ state: 'failed', reason: 'unreachable' }]);
    await sendReset(other.email);
    await db().pool.query('DELETE FROM graphile_worker._private_jobs');
    await db().pool.query(
      `UPDATE deliveries SET created_at = now() - interval '3 days' WHERE member_id = $1`,
      [other.id],
    );
    await keepNotifications(kindpal.services);
    expect(await shownOf(other.id)).toMatchObject([{ state: 'failed', reason: 'unreachable' }]);
  });

  it('is sent by its next attempt, even if it counted as lost because the node was off [S4]', async () => {
    const member = await createMember(db());
    sink.verdict = 'cut';
    await sendReset(member.email);
    await db().pool.query(
      `UPDATE deliveries SET created_at = now() - interval '3 days' WHERE member_id = $1`,
      [member.id],
    );
    await keepNotifications(kindpal.services);
    expect(await shownOf(member.id)).toMatchObject([{ state: 'failed', reason: 'unreachable' }]);
    sink.verdict = 'accept';
    const before = sink.accepted.length;
    await tryAgain();
    expect(sink.accepted).toHaveLength(before + 1);
    expect(await shownOf(member.id)).toMatchObject([{ state: 'sent', reason: null }]);
  });

  it('to somebody who is not a member is shown without a name', async () => {
    await sendReset('newcomer@example.org');
    expect((await shownOf(null))[0]).toEqual({ ...email, state: 'sent', reason: null });
  });

  it('can be the last of a page: the next page continues after it [S3]', async () => {
    const member = await createMember(db());
    for (let sent = 0; sent < 4; sent++) await sendReset(member.email);
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < 4; page++) {
      const { items, next_cursor } = await as(chief).notification.listDeliveries({
        ...(cursor && { cursor }),
        limit: 1,
      });
      for (const { id, member_id } of items) if (member_id === member.id) seen.add(id);
      cursor = next_cursor ?? undefined;
    }
    expect(seen.size).toBe(4);
  });

  it('is not shown to a super admin who could infer from it a report or a review about them [S4] [R9]', async () => {
    const reporter = await createMember(db(), { role: 'pet_sitter' });
    const other = await createMember(db(), { app_role: 'super_admin' });
    const { claim_id, job_id } = await createEndedClaim(db(), {
      owner_id: chief.id,
      sitter_id: reporter.id,
    });
    const { id } = await as(reporter).report.send({
      subject_type: 'profile',
      subject_id: chief.id,
      reason: 'harassment',
    });
    const ask = async (job: object) =>
      as(reporter).feedback.send({ message: 'Please help with this', ...job });
    const about = await ask({ job_id, topic: 'something_else' });
    const general = await ask({});
    await db().pool.query(
      `INSERT INTO notifications (member_id, type, event_key, subject_id, claim_id)
       VALUES ($1, 'support.report_decided', $2, $1, NULL),
         ($1, 'reviews.please', $3::text, $1, $3::uuid)`,
      [reporter.id, id, claim_id],
    );
    for (const asked of [about, general]) {
      await as(other).feedback.update({ id: asked.id, admin_response: 'We will look into it' });
    }
    await as(other).report.take({ id });
    await as(other).hearing.ask({ report_id: id, side: 'reporter', question: 'What was said?' });
    await runDueTasks(kindpal.services);
    // Each is also pushed to a device of theirs.
    const { rows: told } = await db().pool.query(
      'SELECT id, type FROM notifications WHERE member_id = $1',
      [reporter.id],
    );
    for (const { id: about_id, type } of told) {
      const delivery = { id: randomUUID(), channel: 'push', type, about_id } as const;
      const sent = { state: 'sent', reason: null } as const;
      await noteDelivery(kindpal.services, { ...delivery, member_id: reporter.id }, sent);
    }
    const labels = async (who: TestMember) =>
      (await as(who).notification.listDeliveries({ limit: 50 })).items
        .filter(({ member_id }) => member_id === reporter.id)
        .map(({ channel, type }) => `${channel} ${type}`)
        .sort();
    expect(await labels(other)).toEqual([
      'email feedback_answered',
      'email feedback_answered',
      'email question',
      'email reviews.please',
      'email support.report_decided',
      'push reviews.please',
      'push support.feedback_answered',
      'push support.feedback_answered',
      'push support.hearing',
      'push support.report_decided',
    ]);
    // Of the general request they may know.
    expect(await labels(chief)).toEqual([
      'email feedback_answered',
      'push support.feedback_answered',
    ]);
    // Of rows of an earlier release nobody can say what they are about.
    await db().pool.query('UPDATE deliveries SET about_id = NULL');
    expect(await labels(other)).toEqual(['email reviews.please', 'email support.report_decided']);
  });

  it('is not shown to a super admin whose colleague is notified of a request or report about them [S4] [R9]', async () => {
    const [owner, colleague] = [
      await createMember(db()),
      await createMember(db(), { app_role: 'admin' }),
    ];
    const other = await createMember(db(), { app_role: 'super_admin' });
    const job = await createEndedClaim(db(), { owner_id: owner.id, sitter_id: chief.id });
    const send = (about: object) =>
      as(owner).feedback.send({ message: 'Please help with this', ...about });
    const hidden = await send({ job_id: job.job_id, topic: 'something_else' });
    const general = await send({});
    const subject = { subject_type: 'profile', subject_id: chief.id } as const;
    await as(owner).report.send({ ...subject, reason: 'harassment' });
    await db().pool.query(
      `INSERT INTO notifications (member_id, type, event_key, subject_id)
       VALUES ($1, 'staff.feedback_overdue', $2, $1), ($1, 'staff.feedback_overdue', $3, $1),
         ($1, 'staff_inbox.feedback', $3, $1)
       ON CONFLICT DO NOTHING`,
      [colleague.id, hidden.id, general.id],
    );
    const { rows: told } = await db().pool.query(
      'SELECT id, type FROM notifications WHERE member_id = $1',
      [colleague.id],
    );
    for (const { id: about_id, type } of told) {
      const delivery = { id: randomUUID(), channel: 'push', type, about_id } as const;
      const sent = { state: 'sent', reason: null } as const;
      await noteDelivery(kindpal.services, { ...delivery, member_id: colleague.id }, sent);
    }
    const shown = async (who: TestMember) =>
      (await as(who).notification.listDeliveries({ limit: 50 })).items
        .filter(({ member_id }) => member_id === colleague.id)
        .map(({ channel, type }) => `${channel} ${type}`)
        .sort();
    const ofGeneral = ['staff.feedback_overdue', 'staff_inbox.feedback'];
    const ofAll = [...ofGeneral, ...ofGeneral, 'staff.report'];
    const both = (types: string[]) =>
      types.flatMap((type) => [`email ${type}`, `push ${type}`]).sort();
    expect(await shown(other)).toEqual(both(ofAll));
    expect(await shown(chief)).toEqual(both(ofGeneral));
  });

  it('is not shown to a super admin about a decision that their own report led to [S4]', async () => {
    const [other, third] = [
      await createMember(db(), { app_role: 'super_admin' }),
      await createMember(db(), { app_role: 'super_admin' }),
    ];
    const decide = async (kind: 'warn' | 'suspend', reporter: TestMember) => {
      const { id: member } = await createMember(db());
      const { id } = await as(reporter).report.send({
        ...{ subject_type: 'profile', subject_id: member, reason: 'harassment' },
      });
      await as(other).report.take({ id });
      const ends_at = new Date(Date.now() + 86_400_000).toISOString();
      const until = kind === 'suspend' ? { ends_at } : {};
      await as(other).report.decide({ id, kind, reason: 'So', ...until });
      const { rows } = await db().pool.query(
        `UPDATE moderation_decisions SET appeal = 'No', appealed_at = now() WHERE member_id = $1
         RETURNING id`,
        [member],
      );
      await as(third).moderation.decideAppeal({
        ...{ id: rows[0].id, decision: 'upheld', answer: 'It stands' },
      });
      await as(other).moderation.undo({ id: rows[0].id, reason: 'On reflection' });
      await runDueTasks(kindpal.services);
      return member;
    };
    const shown = async (who: TestMember, about: string) =>
      (await as(who).notification.listDeliveries({ limit: 50 })).items
        .filter(({ member_id }) => member_id === about)
        .map(({ channel, type }) => `${channel} ${type}`)
        .sort();
    const appeals = async (who: TestMember) =>
      (await shown(who, third.id)).filter((told) => told.endsWith('staff.appeal')).length;
    const push = async () => {
      const { rows } = await db().pool.query(
        `SELECT id, type, member_id FROM notifications
         WHERE type IN ('support.moderated', 'support.appeal_decided')`,
      );
      for (const { id: about_id, type, member_id } of rows) {
        const delivery = { id: randomUUID(), channel: 'push', type, about_id, member_id } as const;
        await noteDelivery(kindpal.services, delivery, { state: 'sent', reason: null });
      }
    };
    const [warned, suspended] = [await decide('warn', chief), await decide('suspend', chief)];
    await push();
    expect(await shown(other, warned)).toEqual([
      ...['email decision', 'email suspended', 'email suspended'],
      ...['push support.appeal_decided', 'push support.moderated'],
    ]);
    expect(await shown(other, suspended)).toHaveLength(4);
    expect(await shown(chief, warned)).toEqual([]);
    expect(await shown(chief, suspended)).toEqual([]);
    expect([await appeals(other), await appeals(chief)]).toEqual([2, 0]);
    const foreign = await decide('warn', await createMember(db()));
    expect(await shown(chief, foreign)).toHaveLength(3);
    expect(await appeals(chief)).toBe(1);
  });

  it('is recorded without address, link or code, and deleted after 90 days', async () => {
    const member = await createMember(db());
    await sendReset(member.email);
    const rows = async () =>
      (await db().pool.query('SELECT * FROM deliveries WHERE member_id = $1', [member.id])).rows;
    const kept = JSON.stringify(await rows());
    expect(kept).toContain('reset_password');
    expect(kept).not.toContain(member.email);
    expect(kept).not.toContain(TOKEN);
    await db().pool.query(
      `UPDATE deliveries SET created_at = now() - interval '91 days' WHERE member_id = $1`,
      [member.id],
    );
    await keepNotifications(kindpal.services);
    expect(await rows()).toEqual([]);
  });
});

describe('a push message', () => {
  async function push(
    answer: number,
    before: (who: TestMember) => Promise<unknown> = async () => 0,
  ) {
    const member = await createMember(db());
    const browser = pushes.openBrowser();
    browser.answer = answer;
    await as(member).notification.startPush(browser.subscription);
    await db().pool.query(
      `INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state, created_at)
       VALUES ($1, 'invites.used', 'once', $1, 'none', $2)`,
      [member.id, kindpal.services.clock.now()],
    );
    await before(member);
    await queueDue(kindpal.services);
    await runDueTasks(kindpal.services);
    return { member, browser, shown: await shownOf(member.id) };
  }
  const device = { channel: 'push', label: 'Someone joined with your invite' };

  it.each([
    [201, 'sent', null],
    [410, 'bounced', 'rejected'],
    [404, 'bounced', 'rejected'],
    [403, 'failed', 'rejected'],
    [500, 'queued', 'unreachable'],
  ] as const)(
    'that its service answers with %i is shown as %s [S3]',
    async (answer, state, reason) => {
      expect((await push(answer)).shown).toEqual([{ ...device, state, reason }]);
      await db().pool.query('DELETE FROM graphile_worker._private_jobs');
    },
  );

  it('of a member who paused notifications is shown as not sent, with the reason', async () => {
    const { shown } = await push(201, (who) =>
      as(who).notification.updateSettings({ pause_days: 1 }),
    );
    expect(shown).toEqual([{ ...device, state: 'suppressed', reason: 'paused' }]);
  });

  it('has one row per device, whatever the number of attempts', async () => {
    const { member, browser } = await push(500);
    browser.answer = 201;
    await tryAgain();
    expect(await shownOf(member.id)).toEqual([{ ...device, state: 'sent', reason: null }]);
    const { rows } = await db().pool.query(
      `SELECT told.type FROM deliveries JOIN notifications told ON told.id = deliveries.about_id
       WHERE deliveries.member_id = $1`,
      [member.id],
    );
    expect(rows).toEqual([{ type: 'invites.used' }]);
  });
});
