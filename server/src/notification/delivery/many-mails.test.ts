import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eraseDueMembers } from '../../deletion/erase-due-members.ts';
import { openMailTransport } from '../../mail/transport.ts';
import { runDueTasks } from '../../tasks/start-tasks.ts';
import { directAttempt } from '../../testing/direct-attempt.ts';
import { createMember } from '../../testing/factories.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/outside/smtp-sink.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { notifyByClock } from '../queue/queue-mails.ts';
import { deliverNotifications } from './deliver-notifications.ts';

let kindpal: TestKindpal;
let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtpSink();
  kindpal = await startTestKindpal({ settings: { SMTP_URL: sink.url } });
});
afterAll(async () => {
  await kindpal.stop();
  await sink.close();
});

const NOW = new Date('2027-07-14T19:00:00Z');
const db = () => kindpal.services.db;

describe('many emails that are due together', () => {
  const MANY = 120;

  /** So many members with a notification at `NOW`. */
  async function tellMany(count = MANY): Promise<{ emails: string[]; ids: string[] }> {
    kindpal.setNow(NOW);
    const members = await Promise.all(Array.from({ length: count }, () => createMember(db())));
    const { rows } = await db().pool.query<{ id: string }>(
      `INSERT INTO notifications (member_id, type, event_key, subject_id, created_at, mail_due_at)
       SELECT id, 'support.test', 'many', id, $2, $2 FROM unnest($1::uuid[]) id RETURNING id`,
      [members.map(({ id }) => id), NOW],
    );
    return { emails: members.map(({ email }) => email), ids: rows.map(({ id }) => id) };
  }

  const statesOf = async (ids: string[]) => {
    const { rows } = await db().pool.query<{ state: string; count: number }>(
      `SELECT mail_state AS state, count(*)::int FROM notifications WHERE id = ANY ($1)
       GROUP BY 1 ORDER BY 1`,
      [ids],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };

  const tryAllAgain = async () => {
    await db().pool.query(
      `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL`,
    );
    await runDueTasks(kindpal.services);
  };

  it('are each sent once, even if two of them fail', async () => {
    const { emails, ids } = await tellMany();
    const [gone, busy] = [emails[3], emails[70]];
    sink.mailbox = (address) => (address === gone ? 550 : address === busy ? 451 : undefined);
    const before = sink.accepted.length;
    await Promise.all([notifyByClock(kindpal.services), notifyByClock(kindpal.services)]);
    await runDueTasks(kindpal.services);
    sink.mailbox = () => undefined;
    expect(sink.accepted.length - before).toBe(MANY - 2);
    expect(await statesOf(ids)).toEqual({ bounced: 1, queued: 1, sent: MANY - 2 });
    await tryAllAgain();
    const to = sink.accepted.slice(before).map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim());
    expect(new Set(to)).toEqual(new Set(emails.filter((email) => email !== gone)));
    expect(to).toHaveLength(MANY - 1);
  });

  it.each([1, 2])(
    'are recorded as refused only together with their mailboxes (%i)',
    async (count) => {
      const { emails, ids } = await tellMany(count);
      sink.mailbox = (address) => (emails.includes(address) ? 550 : undefined);
      const marked = async () => {
        const { rows } = await db().pool.query<{ email: string }>(
          `SELECT email FROM notification_settings JOIN auth."user" account ON account.id = member_id
           WHERE bouncing_since IS NOT NULL AND email = ANY ($1)`,
          [emails],
        );
        return rows.map(({ email }) => email).sort();
      };
      // Like a process that is killed before it records the mailbox.
      await kindpal.asOwner(`CREATE FUNCTION end_here() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE 'killed'; END $$`);
      await kindpal.asOwner(`CREATE TRIGGER killed BEFORE INSERT OR UPDATE ON notification_settings
        FOR EACH ROW WHEN (NEW.bouncing_since IS NOT NULL) EXECUTE FUNCTION end_here()`);
      await notifyByClock(kindpal.services);
      await runDueTasks(kindpal.services);
      await kindpal.asOwner('DROP FUNCTION end_here CASCADE');
      expect([await statesOf(ids), await marked()]).toEqual([{ queued: count }, []]);

      await db().pool.query(
        `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL`,
      );
      await runDueTasks(kindpal.services);
      sink.mailbox = () => undefined;
      expect([await statesOf(ids), await marked()]).toEqual([{ bounced: count }, emails.sort()]);
    },
  );

  it('are sent to the others if one of the recipients has left [X1]', async () => {
    kindpal.setNow(null);
    const left = await createMember(db());
    await db().pool.query(
      `INSERT INTO auth.deletion_request (user_id, asked_at, due_at)
       VALUES ($1, now() - interval '15 days', now() - interval '1 day')`,
      [left.id],
    );
    await eraseDueMembers(kindpal.services);
    const { emails } = await tellMany(3);
    const before = sink.accepted.length;
    await db().pool.query(
      `INSERT INTO notifications (member_id, type, event_key, subject_id, created_at, mail_due_at)
       VALUES ($1, 'support.test', 'many', $1, $2, $2)`,
      [left.id, NOW],
    );
    await notifyByClock(kindpal.services);
    await runDueTasks(kindpal.services);
    expect(sink.accepted.length - before).toBe(emails.length);
  });

  it('are not all tried while the server refuses the login: it may lock the account', async () => {
    const count = 40;
    const { ids } = await tellMany(count);
    const { env, mailer } = kindpal.services;
    const { transport } = mailer;
    const smtpUrl = sink.url.replace('smtp://', 'smtp://kindpal:secret@');
    mailer.transport = openMailTransport({ ...env, smtpUrl });
    sink.refusesLogins = true;
    await notifyByClock(kindpal.services);
    await runDueTasks(kindpal.services);
    await tryAllAgain();
    expect(await statesOf(ids)).toEqual({ queued: count });
    expect(sink.logins).toBeGreaterThan(0);
    expect(sink.logins).toBeLessThan(10);
    sink.refusesLogins = false;
    // As after a restart with the right password.
    mailer.transport = openMailTransport({ ...env, smtpUrl });
    await tryAllAgain();
    mailer.transport = transport;
    expect(await statesOf(ids)).toEqual({ sent: count });
  });

  it.each([
    ['the rest is sent', 1],
    ['the rest is not tried', 40],
  ])('after a refusal that may be of Kindpal: %s if there are %i', async (_, refused) => {
    const count = 40;
    const { emails, ids } = await tellMany(count);
    const { transport } = kindpal.services.mailer;
    const relay = { responseCode: 550, command: 'RCPT TO', response: '550 relay not permitted' };
    const tried = vi.fn<typeof transport.deliver>(async (mail, attempt) => {
      if (emails.indexOf(mail.to) < refused) throw Object.assign(new Error('refused'), relay);
      await transport.deliver(mail, attempt);
    });
    kindpal.services.mailer.transport = { deliver: tried };
    const { rows } = await db().pool.query<{ id: string }>(
      'UPDATE notifications SET mail_due_at = NULL WHERE id = ANY ($1) RETURNING id',
      [ids],
    );
    const attempt = directAttempt(AbortSignal.timeout(10_000));
    const batch = rows.map(({ id }) => id);
    await deliverNotifications(kindpal.services, { ids: batch }, attempt);
    kindpal.services.mailer.transport = transport;
    if (refused === 1) expect(await statesOf(ids)).toEqual({ queued: 1, sent: count - 1 });
    else expect(tried.mock.calls.length).toBeLessThan(10);
    await tryAllAgain();
    expect(await statesOf(ids)).toEqual({ sent: count });
  });

  it('are retried one by one if the server disconnects, and none is lost or sent twice', async () => {
    const { ids } = await tellMany(20);
    const before = sink.accepted.length;
    sink.verdict = 'cut';
    await notifyByClock(kindpal.services);
    await runDueTasks(kindpal.services);
    expect(await statesOf(ids)).toEqual({ queued: 20 });
    sink.verdict = 'accept';
    await tryAllAgain();
    expect(await statesOf(ids)).toEqual({ sent: 20 });
    const names = sink.accepted.slice(before).map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]);
    expect(new Set(names).size).toBe(20);
    expect(names).toHaveLength(20);
  });
});
