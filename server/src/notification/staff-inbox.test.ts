import { randomUUID } from 'node:crypto';
import type { NotificationType } from '@kindpal/contract/notification/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueTasks } from '../tasks/start-tasks.ts';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { linkParameter, readMailbox, TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { notifyByClock } from './queue/queue-mails.ts';

let kindpal: TestKindpal;
let visitor: TestBrowser;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  visitor = new TestBrowser(kindpal.services);
});
afterAll(() => kindpal.stop());

const db = () => kindpal.services.db;
const as = (who: TestMember) => kindpal.callerFor(who);

async function createStaff(settings: object = {}): Promise<TestMember> {
  const staff = await createMember(db(), { app_role: 'admin' });
  await as(staff).notification.updateSettings({ quiet_hours: null, ...settings } as never);
  return staff;
}

const ask = (message = 'How do I change my pet’s name?') =>
  visitor.send((api) => api.feedback.send({ message }));

async function joinWaitlist({ confirms = true } = {}): Promise<string> {
  const email = `${randomUUID()}@example.org`;
  const full_name = 'Robin Vale';
  await visitor.send((api) => api.waitlist.join({ email, full_name }));
  const [mail] = await readMailbox(kindpal.services, email);
  const token = linkParameter(mail, 'token');
  for (let n = 0; confirms && n < 2; n += 1) {
    await visitor.send((api) => api.waitlist.confirm({ token, full_name, note: null }));
  }
  return email;
}

/** What other tests left waiting is done. */
async function nothingWaits(): Promise<void> {
  await db().pool.query(`UPDATE feedback SET status = 'resolved'`);
  await db().pool.query('UPDATE waitlist_entries SET invited_at = now()');
}

const sendInvite = (email: string) =>
  db().pool.query('UPDATE waitlist_entries SET invited_at = now() WHERE email = $1', [email]);

async function countTold(who: TestMember, type: NotificationType): Promise<number> {
  const { rowCount } = await db().pool.query(
    'SELECT FROM notifications WHERE member_id = $1 AND type = $2',
    [who.id, type],
  );
  return rowCount ?? 0;
}

async function deliver(): Promise<void> {
  await notifyByClock(kindpal.services);
  await runDueTasks(kindpal.services);
}

const subjectsOf = async (who: TestMember) =>
  (await readMailbox(kindpal.services, who.email)).map(({ subject }) => subject);

const FEEDBACK = 'A new request is waiting';
const WAITLIST = 'Someone joined the waitlist';

describe('staff', () => {
  it('are notified of a visitor’s request and of a confirmed place on the waitlist, and members are not [F3] [P4]', async () => {
    const [staff, member] = [await createStaff(), await createMember(db())];
    await ask();
    await joinWaitlist({ confirms: false });
    await deliver();
    expect(await subjectsOf(staff)).toEqual([FEEDBACK]);
    await joinWaitlist();
    await deliver();
    expect((await subjectsOf(staff)).sort()).toEqual([FEEDBACK, WAITLIST]);
    expect(await countTold(staff, 'staff_inbox.waitlist')).toBe(1);
    expect(await subjectsOf(member)).toEqual([]);
    const { items } = await as(staff).notification.list({ limit: 20 });
    expect(items.map(({ title, href }) => [title, href])).toEqual([
      [WAITLIST, '/admin/invitations?tab=waitlist'],
      [FEEDBACK, '/admin/feedback'],
    ]);
    await as(staff).notification.markVisited({ path: '/admin/invitations?tab=waitlist' });
    await as(staff).notification.markVisited({ path: '/admin/invitations' });
    const unread = (await as(staff).notification.list({ limit: 20 })).items.filter(
      ({ read_at }) => read_at === null,
    );
    expect(unread.map(({ title }) => title)).toEqual([FEEDBACK]);
  });

  it('are notified once an hour at most while they read nothing and somebody still waits [F4]', async () => {
    const staff = await createStaff();
    await Promise.all(Array.from({ length: 3 }, () => ask()));
    const first = await countTold(staff, 'staff_inbox.feedback');
    // At the same moment, none sees the others' notifications yet.
    expect(first).toBeGreaterThan(0);
    await ask();
    expect(await countTold(staff, 'staff_inbox.feedback')).toBe(first);
    await db().pool.query(
      `UPDATE notifications SET created_at = created_at - interval '61 minutes' WHERE member_id = $1`,
      [staff.id],
    );
    await ask();
    expect(await countTold(staff, 'staff_inbox.feedback')).toBe(first + 1);
    await as(staff).notification.markVisited({ path: '/admin/feedback' });
    await ask();
    expect(await countTold(staff, 'staff_inbox.feedback')).toBe(first + 2);
    // What they have not read is done: the next request is news.
    await db().pool.query(`UPDATE feedback SET status = 'resolved'`);
    await ask();
    expect(await countTold(staff, 'staff_inbox.feedback')).toBe(first + 3);
  });

  it('get no email about a request that a colleague has taken, or an entry that was sent an invite', async () => {
    await nothingWaits();
    const [staff, colleague] = [await createStaff(), await createStaff()];
    const { id } = await ask();
    await as(colleague).feedback.update({ id, status: 'in_progress' });
    await sendInvite(await joinWaitlist());
    await deliver();
    expect(await subjectsOf(staff)).toEqual([]);
  });

  it('get it if the next one, which their unread notification announces as well, still waits [F4] [P4]', async () => {
    await nothingWaits();
    const [staff, colleague] = [await createStaff(), await createStaff()];
    const { id } = await ask();
    await ask();
    const [first] = [await joinWaitlist(), await joinWaitlist()];
    for (const type of ['staff_inbox.feedback', 'staff_inbox.waitlist'] as const) {
      expect(await countTold(staff, type)).toBe(1);
    }
    await as(colleague).feedback.update({ id, status: 'in_progress' });
    await sendInvite(first);
    await deliver();
    expect((await subjectsOf(staff)).sort()).toEqual([FEEDBACK, WAITLIST]);
  });

  it('get none for the sake of a request from the other side of a job of theirs, or of their own [S4]', async () => {
    await nothingWaits();
    const [staff, colleague] = [await createStaff(), await createStaff()];
    const owner = await createMember(db());
    const job = await createJob(db(), { owner_id: owner.id });
    await createClaim(db(), { job, sitter_id: staff.id });
    const { id } = await ask();
    const message = 'My sitter does not answer me';
    await as(owner).feedback.send({ message, job_id: job.id, topic: 'something_else' });
    await as(staff).feedback.send({ message: 'A request that I wrote' });
    await as(colleague).feedback.update({ id, status: 'in_progress' });
    await deliver();
    expect(await subjectsOf(staff)).toEqual([]);
    expect(await subjectsOf(colleague)).toContain(FEEDBACK);
  });

  it('may switch these off, each alone, or get them with their digest, where equal ones are one line', async () => {
    const off = await createStaff({ email_types: { 'staff_inbox.waitlist': false } });
    const none = await createStaff({ email_off: ['staff_inbox'], bell_off: ['staff_inbox'] });
    const digest = await createStaff({
      email_digest: ['staff_inbox'],
      digest: 'daily',
      time_zone: 'America/New_York',
    });
    await ask();
    await joinWaitlist();
    await db().pool.query(
      `UPDATE notifications SET created_at = created_at - interval '61 minutes' WHERE member_id = $1`,
      [digest.id],
    );
    await ask();
    await deliver();
    expect(await subjectsOf(off)).toEqual([FEEDBACK]);
    expect(await subjectsOf(none)).toEqual([]);
    expect(await countTold(none, 'staff_inbox.feedback')).toBe(0);
    expect(await countTold(digest, 'staff_inbox.feedback')).toBe(2);
    expect(await subjectsOf(digest)).toEqual([]);
    kindpal.setNow(new Date(Date.now() + 25 * 3_600_000));
    await deliver();
    kindpal.setNow(null);
    // A day later they also get an email about overdue requests, which never waits for a digest.
    const mails = await readMailbox(kindpal.services, digest.email);
    const [mail, ...more] = mails.filter(({ subject }) => !subject.includes('24 hours'));
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`${FEEDBACK}, and 1 more`);
    expect(mail?.text.match(/A new request is waiting/g)).toHaveLength(1);
    expect(mail?.text).toContain(WAITLIST);
  });
});
