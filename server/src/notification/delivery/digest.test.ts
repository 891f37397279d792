import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueTasks } from '../../tasks/start-tasks.ts';
import { createJob, createMember, type TestMember } from '../../testing/factories.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/outside/smtp-sink.ts';
import { MAPLEWOOD } from '../../testing/sample-places.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { announceJob } from '../queue/announce-job.ts';
import { notifyByClock } from '../queue/queue-mails.ts';

let kindpal: TestKindpal;
let server: TestServer;
let sink: SmtpSink;
let owner: TestMember;
beforeAll(async () => {
  sink = await startSmtpSink();
  kindpal = await startTestKindpal({ settings: { SMTP_URL: sink.url } });
  server = await startTestServer(kindpal);
  owner = await createMember(kindpal.services.db);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
  await sink.close();
});

const db = () => kindpal.services.db;
/** A Wednesday, 3 PM in New York. */
const NOW = new Date('2027-07-14T19:00:00Z');
/** The next morning, and the following Monday's, at eight. */
const THURSDAY = new Date('2027-07-15T12:00:00Z');
const MONDAY = new Date('2027-07-19T12:00:00Z');

async function createSitter(digest: 'daily' | 'weekly'): Promise<TestMember> {
  kindpal.setNow(NOW);
  const sitter = await createMember(db(), { role: 'pet_sitter', ...MAPLEWOOD });
  await kindpal.callerFor(sitter).notification.updateSettings({
    email_digest: ['new_jobs', 'invites'],
    digest,
    time_zone: 'America/New_York',
  });
  return sitter;
}

/** Announces jobs in two weeks. */
async function announce(...titles: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) {
    const start_date = new Date(NOW.getTime() + 14 * 86_400_000 + ids.length * 3_600_000);
    const end_date = new Date(start_date.getTime() + 3_600_000);
    const { id } = await createJob(db(), { owner_id: owner.id, title, start_date, end_date });
    // One second apart, so that the last one is the newest.
    kindpal.setNow(new Date(NOW.getTime() + ids.length * 1000));
    await announceJob(kindpal.services, { id });
    ids.push(id);
  }
  return ids;
}

async function mailsAt(who: TestMember, now: Date): Promise<string[]> {
  kindpal.setNow(now);
  await Promise.all(Array.from({ length: 4 }, () => notifyByClock(kindpal.services)));
  await runDueTasks(kindpal.services);
  return sink.accepted
    .filter((text) => text.includes(`To: ${who.email}`))
    .map((text) => text.replace(/(?<!\?)=\r\n/g, '').replace(/\r\n[ \t]/g, ' '));
}

const subjectOf = async (mail: string) => (await PostalMime.parse(mail)).subject;

describe('a digest', () => {
  it('is one email at 8:00 AM with all notifications that are still true, the newest in its subject', async () => {
    const sitter = await createSitter('daily');
    const [gone = ''] = await announce('Feed Miso', 'Walk Biscuit', 'Brush Nala');
    expect(await mailsAt(sitter, new Date('2027-07-15T11:59:00Z'))).toEqual([]);
    await db().pool.query(
      `UPDATE jobs SET status = 'cancelled', cancel_code = 'by_owner' WHERE id = $1`,
      [gone],
    );
    const [mail = '', ...more] = await mailsAt(sitter, THURSDAY);
    expect(more).toEqual([]);
    expect(await subjectOf(mail)).toBe('New job near you: “Brush Nala”, and 1 more');
    expect(mail).toMatch(/Walk Biscuit[\s\S]*Brush Nala|Brush Nala[\s\S]*Walk Biscuit/);
    expect(mail).not.toContain('Feed Miso');
    expect(mail).not.toContain('Elm Street');
    expect(await mailsAt(sitter, MONDAY)).toHaveLength(1);
    const { rows } = await db().pool.query(
      'SELECT mail_state, count(*)::int FROM notifications WHERE member_id = $1 GROUP BY 1 ORDER BY 1',
      [sitter.id],
    );
    expect(rows).toEqual([
      { mail_state: 'sent', count: 2 },
      { mail_state: 'suppressed', count: 1 },
    ]);
  });

  it('contains no link that the owner of a job typed into its title [S4]', async () => {
    const sitter = await createSitter('daily');
    await announce('See evil.example', 'Walk at https://evil.example');
    const [mail = ''] = await mailsAt(sitter, THURSDAY);
    const [html = ''] = /<!doctype html>[\s\S]*/.exec(mail) ?? [];
    expect(html).toContain('and 1 more');
    expect(mail).not.toMatch(/evil\.example|\/\/evil/);
  });

  it('that is weekly is sent on Monday, and includes notifications that are a week old', async () => {
    const sitter = await createSitter('weekly');
    await announce('Feed Miso');
    expect(await mailsAt(sitter, new Date('2027-07-18T23:00:00Z'))).toEqual([]);
    const [mail = ''] = await mailsAt(sitter, MONDAY);
    expect(await subjectOf(mail)).toBe('New job near you: “Feed Miso”');
  });

  it('delays no other emails, and is not sent if all its notifications were read', async () => {
    const sitter = await createSitter('daily');
    await announce('Feed Miso');
    await kindpal.callerFor(sitter).notification.markAllRead();
    await kindpal.callerFor(sitter).notification.sendTest();
    const mails = await mailsAt(sitter, NOW);
    expect(mails.filter((mail) => mail.includes('Subject: This is a test'))).toHaveLength(1);
    expect(await mailsAt(sitter, THURSDAY)).toHaveLength(1);
  });

  it('is turned off with one click, and then none of its groups is emailed', async () => {
    const sitter = await createSitter('daily');
    await announce('Feed Miso');
    const [mail = ''] = await mailsAt(sitter, THURSDAY);
    const url = new URL(/List-Unsubscribe: <(.*?)>/.exec(mail)?.[1] ?? '');
    const answer = await server.fetch(`${url.pathname}${url.search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(answer.status).toBe(200);
    const { groups } = await kindpal.callerFor(sitter).notification.getSettings();
    const off = groups.filter(({ email }) => !email).map(({ group }) => group);
    expect(off).toEqual(['new_jobs', 'invites']);
  });
});

describe('a mailbox', () => {
  const settingsOf = (who: TestMember) => kindpal.callerFor(who).notification.getSettings();
  async function test(who: TestMember): Promise<void> {
    await kindpal.callerFor(who).notification.sendTest();
    await runDueTasks(kindpal.services);
  }
  async function stateOf(who: TestMember) {
    const { rows } = await db().pool.query(
      `SELECT mail_state AS state, mail_reason AS reason FROM notifications
       WHERE member_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [who.id],
    );
    return rows[0];
  }

  it('that the mail server refuses is marked as bouncing until it accepts an email or the address changes', async () => {
    kindpal.setNow(null);
    const member = await createMember(db());
    sink.mailbox = (address) => (address === member.email ? 550 : undefined);
    await test(member);
    expect(await stateOf(member)).toEqual({ state: 'bounced', reason: 'rejected' });
    expect((await settingsOf(member)).bouncing_since).not.toBeNull();
    sink.mailbox = () => undefined;
    await test(member);
    expect((await settingsOf(member)).bouncing_since).toBeNull();

    sink.mailbox = (address) => (address === member.email ? 550 : undefined);
    await test(member);
    sink.mailbox = () => undefined;
    await db().pool.query(`UPDATE auth."user" SET email = $2 WHERE id = $1`, [
      member.id,
      `other-${member.email}`,
    ]);
    expect((await settingsOf(member)).bouncing_since).toBeNull();
  });

  it('that is greylisted gets another attempt and is not marked as bouncing', async () => {
    const member = await createMember(db());
    sink.mailbox = () => 451;
    await test(member);
    expect(await stateOf(member)).toEqual({ state: 'queued', reason: 'unreachable' });
    expect((await settingsOf(member)).bouncing_since).toBeNull();
    sink.mailbox = () => undefined;
    await db().pool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
    await runDueTasks(kindpal.services);
    expect(await stateOf(member)).toEqual({ state: 'sent', reason: null });
  });
});
