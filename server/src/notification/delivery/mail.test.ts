import ical from 'node-ical';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { composeServices } from '../../compose.ts';
import { runDueTasks } from '../../tasks/start-tasks.ts';
import { createJob, createMember, type TestMember } from '../../testing/factories.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/outside/smtp-sink.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { keepNotifications } from '../keep-notifications.ts';
import { notifyByClock } from '../queue/queue-mails.ts';

let kindpal: TestKindpal;
let server: TestServer;
let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtpSink();
  kindpal = await startTestKindpal({ settings: { SMTP_URL: sink.url } });
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
  await sink.close();
});

const HOUR = 3_600_000;
/** 3 PM in New York, in summer. */
const NOW = new Date('2027-07-14T19:00:00Z');
const after = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
const db = () => kindpal.services.db;
const preferencesOf = (who: TestMember) => kindpal.callerFor(who).notification;

/** A job claimed at `NOW` that starts `hours` later. */
async function createClaimed(hours = 24) {
  kindpal.setNow(NOW);
  const owner = await createMember(db(), { first_name: 'Olive', last_name: 'Owner' });
  const sitter = await createMember(db(), {
    role: 'pet_sitter',
    first_name: 'Sam',
    last_name: 'Sitter',
  });
  const { id } = await createJob(db(), {
    owner_id: owner.id,
    start_date: after(hours),
    end_date: after(hours + 2),
  });
  await kindpal.callerFor(sitter).claim.create({ job_id: id });
  await db().pool.query(
    'UPDATE notifications SET created_at = $2, mail_due_at = $2 WHERE job_id = $1',
    [id, NOW],
  );
  return { owner, sitter, job: id };
}

/** Lets a minute pass and runs the queue; returns the mails to this member. */
async function mailsTo(who: TestMember): Promise<string[]> {
  await notifyByClock(kindpal.services);
  await runDueTasks(kindpal.services);
  return sink.accepted.filter((text) => text.includes(`To: ${who.email}`));
}

async function stateOf(who: TestMember) {
  const { rows } = await db().pool.query(
    `SELECT mail_state AS state, mail_reason AS reason FROM notifications
     WHERE member_id = $1 ORDER BY created_at DESC LIMIT 1`,
    [who.id],
  );
  return rows[0];
}

const unfold = (mail: string) => mail.replace(/\r\n[ \t]/g, ' ').replace(/=\r\n/g, '');
const headerOf = (mail: string, name: string) =>
  new RegExp(`^${name}: (.*)\\r$`, 'm').exec(mail.replace(/\r\n[ \t]/g, ' '))?.[1] ?? '';

/** The mail server refuses the email itself. */
const TOO_LARGE = { responseCode: 552, command: 'DATA', response: '552 Message too large' };

describe('the email of a claim', () => {
  it('has a subject with the sitter and the job, and nothing private', async () => {
    const { owner, sitter } = await createClaimed();
    const [mail = '', ...more] = await mailsTo(owner);
    expect(more).toEqual([]);
    const text = unfold(mail);
    expect(text).toContain('Sam Sitter claimed');
    expect(text).toContain('Thu, Jul=C2=A015, 3:00=C2=A0PM=C2=A0EDT');
    expect(text).not.toMatch(/Elm Street|Two hours through the park/);
    expect(text).not.toContain(sitter.email);
    expect(await stateOf(owner)).toEqual({ state: 'sent', reason: null });
    expect(await mailsTo(owner)).toHaveLength(1);
  });

  it('is sent once when two nodes send at the same moment', async () => {
    const { owner } = await createClaimed();
    const other = await composeServices({
      ...kindpal.services,
      databaseUrl: db().pool.options.connectionString as string,
      now: () => NOW,
    });
    await Promise.all([
      ...Array.from({ length: 5 }, () => notifyByClock(kindpal.services)),
      ...Array.from({ length: 5 }, () => notifyByClock(other)),
    ]);
    await Promise.all([runDueTasks(kindpal.services), runDueTasks(other)]);
    await other.close();
    expect(await mailsTo(owner)).toHaveLength(1);
  });

  it('is not sent if it was read, the claim was canceled, or it is a day late', async () => {
    const read = await createClaimed(72);
    await preferencesOf(read.owner).markVisited({ path: `/jobs/${read.job}` });
    const released = await createClaimed(72);
    await kindpal.callerFor(released.sitter).job.move({ job_id: released.job, action: 'release' });
    const late = await createClaimed(72);
    kindpal.setNow(after(25));
    expect(await mailsTo(read.owner)).toEqual([]);
    expect(await stateOf(read.owner)).toEqual({ state: 'suppressed', reason: 'already_read' });
    expect(await mailsTo(late.owner)).toEqual([]);
    expect(await stateOf(late.owner)).toEqual({ state: 'suppressed', reason: 'too_late' });
    const mails = await mailsTo(released.owner);
    expect(mails.filter((mail) => unfold(mail).includes('claimed =E2'))).toEqual([]);
    const { rows } = await db().pool.query(
      `SELECT mail_reason FROM notifications WHERE member_id = $1 AND type = 'jobs.claimed'`,
      [released.owner.id],
    );
    expect(rows).toEqual([{ mail_reason: 'no_longer_true' }]);
  });

  it('waits for the end of its recipient’s night, unless the job starts within two hours', async () => {
    const { owner } = await createClaimed(30);
    kindpal.setNow(new Date('2027-07-15T03:30:00Z'));
    expect(await mailsTo(owner)).toEqual([]);
    expect(await stateOf(owner)).toEqual({ state: 'queued', reason: 'quiet_hours' });
    kindpal.setNow(new Date('2027-07-15T10:59:00Z'));
    expect(await mailsTo(owner)).toEqual([]);
    kindpal.setNow(new Date('2027-07-15T11:00:00Z'));
    expect(await mailsTo(owner)).toHaveLength(1);

    const urgent = await createClaimed(9.5);
    kindpal.setNow(new Date('2027-07-15T03:30:00Z'));
    expect(await mailsTo(urgent.owner)).toHaveLength(1);
  });

  it('about a message is sent at any hour while its recipient’s time zone is unknown, and outside of quiet hours once it is known [P7]', async () => {
    // 3:30 AM in UTC, but daytime in other zones.
    kindpal.setNow(new Date('2027-07-15T03:30:00Z'));
    const [recipient, other] = [await createMember(db()), await createMember(db())];
    const tell = (key: string) =>
      db().pool.query(
        `INSERT INTO notifications (member_id, type, event_key, subject_id, actor_id, created_at)
         VALUES ($1, 'messages.direct', $2, $3, $3, $4)`,
        [recipient.id, key, other.id, kindpal.services.clock.now()],
      );
    await tell('first');
    expect(await mailsTo(recipient)).toHaveLength(1);
    expect(await preferencesOf(recipient).getSettings()).toMatchObject({ time_zone: null });
    await createJob(db(), { owner_id: recipient.id, time_zone: 'America/New_York' });
    expect(await preferencesOf(recipient).getSettings()).toMatchObject({
      time_zone: 'America/New_York',
    });
    kindpal.setNow(new Date('2027-07-15T03:31:00Z'));
    await tell('second');
    expect(await mailsTo(recipient)).toHaveLength(1);
    expect(await stateOf(recipient)).toEqual({ state: 'queued', reason: 'quiet_hours' });
  });

  it('is not sent to a member who switched it off, paused or is suspended, whenever they did', async () => {
    const off = await createClaimed();
    await preferencesOf(off.owner).updateSettings({ email_off: ['jobs'] });
    const paused = await createClaimed();
    await preferencesOf(paused.owner).updateSettings({ pause_days: 2 });
    const gone = await createClaimed();
    await db().pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [gone.owner.id]);
    expect(await mailsTo(off.owner)).toEqual([]);
    expect(await stateOf(off.owner)).toEqual({ state: 'suppressed', reason: 'switched_off' });
    expect(await mailsTo(paused.owner)).toEqual([]);
    expect(await stateOf(paused.owner)).toEqual({ state: 'suppressed', reason: 'paused' });
    expect(await mailsTo(gone.owner)).toEqual([]);
    expect(await stateOf(gone.owner)).toEqual({ state: 'suppressed', reason: 'suspended' });
  });

  it('is retried if the server disconnects, is shown as unreachable meanwhile, and keeps its Message-ID', async () => {
    const { owner } = await createClaimed();
    sink.verdict = 'cut';
    expect(await mailsTo(owner)).toEqual([]);
    expect(await stateOf(owner)).toEqual({ state: 'queued', reason: 'unreachable' });
    sink.verdict = 'accept';
    await vi.waitFor(async () => {
      const { rows } = await db().pool.query(
        'SELECT count(*)::int AS n FROM graphile_worker.jobs WHERE locked_at IS NOT NULL',
      );
      expect(rows).toEqual([{ n: 0 }]);
    });
    await db().pool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
    const [mail = ''] = await mailsTo(owner);
    const { rows } = await db().pool.query('SELECT id FROM notifications WHERE member_id = $1', [
      owner.id,
    ]);
    expect(headerOf(mail, 'Message-ID')).toBe(`<${rows[0].id.replaceAll('-', '')}@localhost>`);
  });

  it('has failed after the last attempt, or as soon as a mail server refuses it', async () => {
    const { owner } = await createClaimed();
    sink.verdict = 'cut';
    await notifyByClock(kindpal.services);
    await db().pool.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1');
    await runDueTasks(kindpal.services);
    expect(await stateOf(owner)).toEqual({ state: 'failed', reason: 'unreachable' });
    await db().pool.query('DELETE FROM graphile_worker._private_jobs');

    const refused = await createClaimed();
    const { transport } = kindpal.services.mailer;
    kindpal.services.mailer.transport = {
      deliver: () => Promise.reject(Object.assign(new Error('too large'), TOO_LARGE)),
    };
    await mailsTo(refused.owner);
    kindpal.services.mailer.transport = transport;
    sink.verdict = 'accept';
    expect(await stateOf(refused.owner)).toEqual({ state: 'failed', reason: 'rejected' });
    expect(await mailsTo(refused.owner)).toEqual([]);
  });

  it('that was lost with its node is marked as failed two days later', async () => {
    const { owner } = await createClaimed();
    await db().pool.query('UPDATE notifications SET mail_due_at = NULL WHERE member_id = $1', [
      owner.id,
    ]);
    kindpal.setNow(after(49));
    await keepNotifications(kindpal.services);
    expect(await stateOf(owner)).toEqual({ state: 'failed', reason: 'unreachable' });
  });
});

describe('the calendar part of an email', () => {
  /** An email's calendar event, and its method. */
  function eventIn(mail = '') {
    const [, encoded = ''] =
      /Content-Type: text\/calendar[\s\S]*?base64\r?\n(?:[^\r\n]+\r?\n)*\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(
        mail,
      ) ?? [];
    const text = Buffer.from(encoded, 'base64').toString();
    const event = Object.values(ical.sync.parseICS(text)).find((part) => part?.type === 'VEVENT');
    return { method: /^METHOD:(.*)$/m.exec(text)?.[1]?.trim(), event, text };
  }

  /** Moves the queued notifications of a job to `hours` after `NOW`. */
  async function happen(job: string, hours: number): Promise<void> {
    kindpal.setNow(after(hours));
    await db().pool.query(
      `UPDATE notifications SET created_at = $2, mail_due_at = $2
       WHERE job_id = $1 AND mail_state = 'queued'`,
      [job, after(hours)],
    );
  }

  it('adds a claim to the owner’s calendar and removes it again, without an address', async () => {
    const { owner, sitter, job } = await createClaimed();
    const claimed = eventIn((await mailsTo(owner))[0]);
    expect(claimed).toMatchObject({
      method: 'REQUEST',
      event: { uid: `${job}@localhost`, status: 'CONFIRMED', start: after(24), end: after(26) },
    });
    expect(claimed.text).not.toMatch(/Elm Street/);
    expect(claimed.text).not.toContain(sitter.email);
    await kindpal
      .callerFor(sitter)
      .job.move({ job_id: job, action: 'release', reason: 'I am ill.' });
    await happen(job, 0.5);
    const released = eventIn((await mailsTo(owner)).at(-1));
    expect(released).toMatchObject({
      method: 'CANCEL',
      event: { uid: `${job}@localhost`, status: 'CANCELLED', start: after(24) },
    });
    expect(Number(released.event?.sequence)).toBeGreaterThan(Number(claimed.event?.sequence));
  });

  it('is also sent for changes by its recipient, without an entry in the bell', async () => {
    const { owner, sitter, job } = await createClaimed();
    await db().pool.query(
      `INSERT INTO push_subscriptions (member_id, session_id, endpoint, p256dh, auth)
       SELECT $1, id, 'https://push.example/' || id, 'x', 'x' FROM auth.session WHERE user_id = $1 LIMIT 1`,
      [owner.id],
    );
    const claimed = eventIn((await mailsTo(owner))[0]);
    await db().pool.query('UPDATE jobs SET start_date = $2, end_date = $3 WHERE id = $1', [
      job,
      after(30),
      after(32),
    ]);
    // They view the job that they have just changed.
    await preferencesOf(owner).markVisited({ path: `/jobs/${job}` });
    await happen(job, 0.5);
    const moved = eventIn((await mailsTo(owner)).at(-1));
    expect(moved).toMatchObject({
      method: 'REQUEST',
      event: { uid: `${job}@localhost`, start: after(30), end: after(32) },
    });
    await kindpal.callerFor(owner).job.move({ job_id: job, action: 'cancel', reason: 'We stay.' });
    await happen(job, 1);
    const removed = eventIn((await mailsTo(owner)).at(-1));
    expect(removed).toMatchObject({ method: 'CANCEL', event: { uid: `${job}@localhost` } });
    const order = [claimed, moved, removed].map(({ event }) => Number(event?.sequence));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(order).size).toBe(3);
    expect(await mailsTo(owner)).toHaveLength(3);
    const { rows } = await db().pool.query(
      `SELECT count(*)::int AS n FROM notifications
       WHERE job_id = $1 AND type LIKE 'jobs.calendar%' AND (in_bell OR push_due_at IS NOT NULL)`,
      [job],
    );
    expect(rows).toEqual([{ n: 0 }]);
    // The sitter got the change by email, so their calendar has it, and gets their own
    // cancellation, too.
    const told = (await mailsTo(sitter)).map((mail) => eventIn(mail).method);
    expect(told).toEqual(['REQUEST', 'CANCEL']);
  });

  it('about one’s own change is sent only if an earlier email added the job to the calendar and emails are on', async () => {
    const move = (job: string) =>
      db().pool.query('UPDATE jobs SET start_date = $2, end_date = $3 WHERE id = $1', [
        job,
        after(30),
        after(32),
      ]);
    const before = await createClaimed();
    await move(before.job);
    await happen(before.job, 0.2);
    expect((await mailsTo(before.owner)).map((mail) => eventIn(mail).event?.start)).toEqual([
      after(30),
    ]);
    const off = await createClaimed();
    await mailsTo(off.owner);
    await preferencesOf(off.owner).updateSettings({ email_off: ['jobs'] });
    await move(off.job);
    await happen(off.job, 0.2);
    expect(await mailsTo(off.owner)).toHaveLength(1);
  });

  it('updates the sitter’s entry with each change, and is not sent for a claim that no email added', async () => {
    const { owner, sitter, job } = await createClaimed();
    const change = async (hours: number) => {
      await db().pool.query('UPDATE jobs SET start_date = $2, end_date = $3 WHERE id = $1', [
        job,
        after(hours),
        after(hours + 2),
      ]);
      await happen(job, (hours - 20) / 10);
      return eventIn((await mailsTo(sitter)).at(-1));
    };
    const first = await change(30);
    const second = await change(40);
    expect([first.event?.start, second.event?.start]).toEqual([after(30), after(40)]);
    expect(Number(second.event?.sequence)).toBeGreaterThan(Number(first.event?.sequence));

    const unknown = await createClaimed();
    await kindpal
      .callerFor(unknown.owner)
      .job.move({ job_id: unknown.job, action: 'release', reason: 'We stay at home.' });
    await happen(unknown.job, 0.5);
    const [mail = ''] = await mailsTo(unknown.sitter);
    expect(mail).toContain('Subject: ');
    expect(mail).not.toContain('text/calendar');
    expect(await stateOf(owner)).toMatchObject({ state: 'sent' });
  });
});

describe('the links of an email', () => {
  const linkOf = (mail: string) =>
    new URL(/<(.*)>/.exec(headerOf(mail, 'List-Unsubscribe'))?.[1] ?? '');

  /** What a mail program does when its recipient clicks unsubscribe; gives the status. */
  async function click({ pathname, search }: URL): Promise<number> {
    const answer = await server.fetch(`${pathname}${search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    return answer.status;
  }

  /** The link of an email of this member with something else in it. */
  function linkWith(link: URL, named: Record<string, string>): URL {
    const other = new URL(link);
    for (const name of ['type', 'group']) other.searchParams.delete(name);
    for (const [name, value] of Object.entries(named)) other.searchParams.set(name, value);
    return other;
  }

  /** The groups and the types whose emails are off. */
  async function endedFor(who: TestMember): Promise<string[]> {
    const { groups } = await preferencesOf(who).getSettings();
    return groups.flatMap(({ group, email, types }) => [
      ...(email ? [] : [group]),
      ...types.filter((one) => one.email === false).map(({ type }) => type),
    ]);
  }

  it('turn off its type, and nothing else, with one click in a mail program (RFC 8058)', async () => {
    const { owner, sitter, job } = await createClaimed();
    const [mail = ''] = await mailsTo(owner);
    expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(await click(linkOf(mail))).toBe(200);
    expect(await click(linkOf(mail))).toBe(200);
    expect(await endedFor(owner)).toEqual(['jobs.claimed']);
    // Another type of the group is still emailed, and the next claim appears only in the bell.
    await kindpal
      .callerFor(sitter)
      .job.move({ job_id: job, action: 'release', reason: 'I am ill.' });
    await db().pool.query(
      `UPDATE notifications SET created_at = $2, mail_due_at = $2 WHERE job_id = $1 AND type = 'jobs.released'`,
      [job, NOW],
    );
    const subjects = (await mailsTo(owner)).map((text) => headerOf(text, 'Subject'));
    expect(subjects).toHaveLength(2);
    const other = await createMember(db(), { role: 'pet_sitter' });
    await kindpal.callerFor(other).claim.create({ job_id: job });
    expect(await mailsTo(owner)).toHaveLength(2);
    const { rows } = await db().pool.query(
      `SELECT in_bell, mail_state, mail_reason FROM notifications
       WHERE member_id = $1 AND type = 'jobs.claimed' ORDER BY mail_state`,
      [owner.id],
    );
    expect(rows).toEqual([
      { in_bell: true, mail_state: 'sent', mail_reason: null },
      { in_bell: true, mail_state: 'suppressed', mail_reason: 'switched_off' },
    ]);
  });

  it('also stop an email that is already queued', async () => {
    const { owner } = await createClaimed();
    await preferencesOf(owner).updateSettings({ email_types: { 'jobs.claimed': false } });
    expect(await mailsTo(owner)).toEqual([]);
    expect(await stateOf(owner)).toEqual({ state: 'suppressed', reason: 'switched_off' });
  });

  it('of earlier releases turn off their group, including types switched on individually', async () => {
    const { owner } = await createClaimed();
    const [mail = ''] = await mailsTo(owner);
    await preferencesOf(owner).updateSettings({
      email_off: ['jobs'],
      email_types: { 'jobs.claimed': true, 'reminders.not_started': false },
    });
    expect(await endedFor(owner)).not.toContain('jobs.claimed');
    expect(await click(linkWith(linkOf(mail), { group: 'jobs' }))).toBe(200);
    expect(await endedFor(owner)).toEqual(
      expect.arrayContaining(['jobs', 'jobs.claimed', 'reminders.not_started']),
    );
    expect(await endedFor(owner)).not.toContain('reminders');
  });

  it('that are revoked, or name a type that nobody can switch off, change nothing', async () => {
    const { owner } = await createClaimed();
    const [mail = ''] = await mailsTo(owner);
    const link = linkOf(mail);
    for (const named of [
      { type: 'support.moderated' },
      { type: 'security.new_device' },
      { type: 'jobs' },
      { group: 'support' },
      { group: 'jobs.claimed' },
      {},
    ]) {
      expect(await click(linkWith(link, named as Record<string, string>))).toBe(410);
    }
    await preferencesOf(owner).revokeMailedLinks();
    expect(await click(link)).toBe(410);
    expect(await click(linkWith(link, { group: 'jobs' }))).toBe(410);
    expect(await endedFor(owner)).toEqual([]);
  });

  it('can switch a type on again in a group that is off, until the group is switched', async () => {
    const { owner, job } = await createClaimed();
    const [mail = ''] = await mailsTo(owner);
    const token = linkOf(mail).searchParams.get('token') ?? '';
    const visitor = kindpal.callerFor(null).notification;
    await visitor.updateMailedSettings({ token, email_off: ['jobs'] });
    const { groups } = await visitor.updateMailedSettings({
      token,
      email_types: { 'jobs.released': true },
    });
    const jobs = groups.find(({ group }) => group === 'jobs');
    expect(jobs?.email).toBe(false);
    expect(jobs?.types.filter(({ email }) => email)).toEqual([
      { type: 'jobs.released', label: 'Claim canceled', email: true },
    ]);
    await db().pool.query('DELETE FROM job_claims WHERE job_id = $1', [job]);
    await db().pool.query(`DELETE FROM notifications WHERE member_id = $1`, [owner.id]);
    await db().pool.query(
      `INSERT INTO notifications (member_id, type, event_key, subject_id, created_at)
       SELECT $1, type, type, $1, $2 FROM unnest(ARRAY['jobs.released', 'jobs.canceled', 'reviews.received']) type`,
      [owner.id, NOW],
    );
    expect(await mailsTo(owner)).toHaveLength(3);
    const { rows } = await db().pool.query(
      'SELECT type, mail_state FROM notifications WHERE member_id = $1 ORDER BY type',
      [owner.id],
    );
    expect(rows).toEqual([
      { type: 'jobs.canceled', mail_state: 'suppressed' },
      { type: 'jobs.released', mail_state: 'sent' },
      { type: 'reviews.received', mail_state: 'sent' },
    ]);
    await visitor.updateMailedSettings({ token, email_off: [] });
    expect(await endedFor(owner)).toEqual([]);
  });

  it('open preferences without a session and without personal data, until their member revokes all links', async () => {
    const { owner } = await createClaimed();
    const [mail = ''] = await mailsTo(owner);
    const token = linkOf(mail).searchParams.get('token') ?? '';
    const visitor = kindpal.callerFor(null).notification;
    const shown = await visitor.getMailedSettings({ token });
    expect(Object.keys(shown)).toEqual(['groups']);
    expect(shown.groups.map(({ group }) => group)).toEqual([
      'jobs',
      'reminders',
      'messages',
      'reviews',
      'invites',
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/Olive|@example/);
    await visitor.updateMailedSettings({ token, email_off: ['messages'] });
    expect((await preferencesOf(owner).getSettings()).groups).toContainEqual(
      expect.objectContaining({ group: 'messages', email: false }),
    );
    await preferencesOf(owner).revokeMailedLinks();
    expect(await refusalOf(visitor.getMailedSettings({ token }))).toBe('LINK_EXPIRED');
    expect(await refusalOf(visitor.updateMailedSettings({ token, email_off: [] }))).toBe(
      'LINK_EXPIRED',
    );
    expect(await refusalOf(visitor.getMailedSettings({ token: 'guess' }))).toBe('LINK_EXPIRED');
  });
});

describe('a test that a member asks for', () => {
  it('appears in the bell and by email, even in quiet hours or while emails are paused', async () => {
    const member = await createMember(db());
    kindpal.setNow(new Date('2027-07-15T03:30:00Z'));
    await preferencesOf(member).updateSettings({ pause_days: 3, time_zone: 'America/New_York' });
    await preferencesOf(member).sendTest();
    expect((await preferencesOf(member).list({})).items).toMatchObject([
      { title: 'This is a test' },
    ]);
    await runDueTasks(kindpal.services);
    const mails = sink.accepted.filter((text) => text.includes(`To: ${member.email}`));
    expect(mails).toHaveLength(1);
    expect(headerOf(mails[0] ?? '', 'List-Unsubscribe')).toBe('');
  });

  it('is only in the bell while the member still has to confirm their address, and the answer says so [U1]', async () => {
    const member = await createMember(db());
    await db().pool.query('UPDATE auth."user" SET confirm_by = now() + $2 WHERE id = $1', [
      ...[member.id, '7 days'],
    ]);
    await db().pool.query('UPDATE auth."user" SET email_verified = false WHERE id = $1', [
      member.id,
    ]);
    const mailed = async () => {
      await runDueTasks(kindpal.services);
      return sink.accepted.filter((text) => text.includes(`To: ${member.email}`)).length;
    };
    expect(await preferencesOf(member).sendTest()).toEqual({ mail_reason: 'unconfirmed' });
    expect((await preferencesOf(member).list({})).items).toHaveLength(1);
    expect(await mailed()).toBe(0);
    const { rows } = await db().pool.query(
      'SELECT mail_state, mail_reason FROM notifications WHERE member_id = $1',
      [member.id],
    );
    expect(rows).toEqual([{ mail_state: 'suppressed', mail_reason: 'unconfirmed' }]);
    await db().pool.query('UPDATE auth."user" SET email_verified = true WHERE id = $1', [
      member.id,
    ]);
    expect(await preferencesOf(member).sendTest()).toEqual({ mail_reason: null });
    expect(await mailed()).toBe(1);
  });
});

describe('the outcome of emails', () => {
  it('is shown to super admins by state, without text or address, and the view is logged [S3]', async () => {
    const { owner } = await createClaimed();
    await mailsTo(owner);
    const chief = await createMember(db(), { app_role: 'super_admin' });
    const { items } = await kindpal
      .callerFor(chief)
      .notification.listDeliveries({ state: 'sent', limit: 50 });
    expect(items).toContainEqual(
      expect.objectContaining({ member_id: owner.id, type: 'jobs.claimed', state: 'sent' }),
    );
    expect(JSON.stringify(items)).not.toMatch(/Walk|Biscuit|@example/);
    const { rows } = await db().pool.query(
      `SELECT count(*)::int AS n FROM admin_activity_logs
       WHERE admin_id = $1 AND action = 'deliveries_read'`,
      [chief.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
    const admin = await createMember(db(), { app_role: 'admin' });
    expect(await refusalOf(kindpal.callerFor(admin).notification.listDeliveries({}))).toBe(
      'FORBIDDEN',
    );
  });
});

it('old notifications are deleted, and read ones earlier', async () => {
  const member = await createMember(db());
  await db().pool.query(
    `INSERT INTO notifications (member_id, type, event_key, subject_id, created_at, read_at)
     SELECT $1, 'support.test', days::text, $1, now() - days * interval '1 day',
       CASE WHEN is_read THEN now() END
     FROM (VALUES (400, false), (300, false), (100, true), (80, true)) old (days, is_read)`,
    [member.id],
  );
  kindpal.setNow(null);
  await keepNotifications(kindpal.services);
  const { rows } = await db().pool.query(
    'SELECT event_key FROM notifications WHERE member_id = $1 ORDER BY 1',
    [member.id],
  );
  expect(rows).toEqual([{ event_key: '300' }, { event_key: '80' }]);
});
