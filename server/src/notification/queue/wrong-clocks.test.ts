import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runDueTasks } from '../../tasks/start-tasks.ts';
import { createJob, createMember, type TestMember } from '../../testing/factories.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/outside/smtp-sink.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { keepNotifications } from '../keep-notifications.ts';
import { notifyByClock } from './queue-mails.ts';

const HOUR = 3_600_000;

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
afterEach(() => {
  vi.useRealTimers();
});

const query = (text: string, values: unknown[] = []) =>
  kindpal.services.db.pool.query(text, values);

/** From now on, the clock of the node is this far from that of the database. */
const setNodeClock = (hours: number) => vi.setSystemTime(Date.now() + hours * HOUR);

/** A job in some days that a sitter has just claimed. */
async function createClaimed() {
  const owner = await createMember(kindpal.services.db);
  const sitter = await createMember(kindpal.services.db, { role: 'pet_sitter' });
  // Whatever the time of day is when this test runs.
  await query(
    'INSERT INTO notification_settings (member_id, quiet_from, quiet_to) VALUES ($1, NULL, NULL)',
    [owner.id],
  );
  const start = Date.now() + 96 * HOUR;
  const { id } = await createJob(kindpal.services.db, {
    owner_id: owner.id,
    start_date: new Date(start),
    end_date: new Date(start + HOUR),
  });
  await kindpal.callerFor(sitter).claim.create({ job_id: id });
  return { owner, sitter, job: id };
}

async function mailsTo({ email }: TestMember): Promise<number> {
  await notifyByClock(kindpal.services);
  await runDueTasks(kindpal.services);
  return sink.accepted.filter((text) => text.includes(`To: ${email}`)).length;
}

describe.each([
  ['five hours ahead of', -5],
  ['five hours behind', 5],
  ['two days behind', 48],
])('while the clock of the database is %s that of the node, members', (_, hours) => {
  it('get the email of a claim within a minute [S3]', async () => {
    const { owner } = await createClaimed();
    setNodeClock(hours);
    expect(await mailsTo(owner)).toBe(1);
  });

  it('get it after hours in which the mail server was away', async () => {
    const { owner } = await createClaimed();
    await query(`UPDATE notifications SET mail_due_at = NULL WHERE mail_due_at IS NOT NULL`);
    setNodeClock(hours);
    await keepNotifications(kindpal.services);
    const { rows } = await query('SELECT mail_state FROM notifications WHERE member_id = $1', [
      owner.id,
    ]);
    expect(rows).toEqual([{ mail_state: 'queued' }]);
  });

  it('are notified of a message that is unread for ten minutes, and not earlier', async () => {
    const { owner, sitter, job } = await createClaimed();
    await kindpal.callerFor(sitter).chat.sendJobMessage({
      job_id: job,
      content: 'Hello',
      client_id: randomUUID(),
    });
    const told = async () => {
      const { rowCount } = await query(
        `SELECT FROM notifications WHERE type = 'messages.job' AND member_id = $1`,
        [owner.id],
      );
      return rowCount;
    };
    // As it was left by a minute without these clocks.
    await query(`UPDATE notification_clock SET messages_until = now() - interval '10 minutes'`);
    setNodeClock(hours);
    await notifyByClock(kindpal.services);
    expect(await told()).toBe(0);
    kindpal.setNow(new Date(Date.now() + 11 * 60_000));
    await notifyByClock(kindpal.services);
    kindpal.setNow(null);
    expect(await told()).toBe(1);
  });
});

describe('after a clock that was a day ahead has been corrected', () => {
  it('members are notified of unread messages', async () => {
    await query(`UPDATE notification_clock SET messages_until = now() + interval '1 day'`);
    const { owner, sitter, job } = await createClaimed();
    await kindpal.callerFor(sitter).chat.sendJobMessage({
      job_id: job,
      content: 'Hello',
      client_id: randomUUID(),
    });
    await query(`UPDATE change_events SET created_at = created_at - interval '15 minutes'`);
    await notifyByClock(kindpal.services);
    const { rows } = await query(
      `SELECT type FROM notifications WHERE member_id = $1 AND type LIKE 'messages%'`,
      [owner.id],
    );
    expect(rows).toEqual([{ type: 'messages.job' }]);
  });

  it('members’ own calendars are read again [V1]', async () => {
    const { owner } = await createClaimed();
    await query(
      `INSERT INTO busy_calendars (member_id, sealed_url, due_at)
       VALUES ($1, 'sealed', now() + interval '28 hours')`,
      [owner.id],
    );
    await notifyByClock(kindpal.services);
    const { rows } = await query(
      `SELECT due_at < now() + interval '5 hours' AS is_soon FROM busy_calendars`,
    );
    expect(rows).toEqual([{ is_soon: true }]);
    await runDueTasks(kindpal.services);
  });
});
