import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mayHear } from '../live/open-streams.ts';
import { writeReminders } from '../notification/queue/write-reminders.ts';
import {
  createClaim,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let admin: TestMember;
let owner: TestMember;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  admin = await createMember(kindpal.services.db, { app_role: 'admin' });
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  owner = await createMember(kindpal.services.db, { role: 'both' });
  sitter = await createMember(kindpal.services.db, { role: 'pet_sitter' });
});

const as = (who: TestMember | null) => kindpal.callerFor(who);
const block = (who: TestMember, whom: TestMember) => as(who).block.create({ member_id: whom.id });
const ask = (who: TestMember | null, job_id: string, message = '') =>
  as(who).block.askToEnd({ job_id, message });
const jobsOf = async (who: TestMember) => (await as(who).block.listLiveJobs()).items;
/** How many views of a job the activity log shows to a super admin. */
async function jobViews(who: TestMember, id: string): Promise<number> {
  const { items } = await as(who).staff.listActivity({ limit: 50 });
  const views = items.filter(({ action }) => action === 'job_read' || action === 'jobs_read');
  return views.filter(({ targets }) => targets.some((target) => target.id === id)).length;
}
async function share(status: 'claimed' | 'in_progress' = 'claimed') {
  const job = await createJob(kindpal.services.db, { owner_id: owner.id });
  await createClaim(kindpal.services.db, { job, sitter_id: sitter.id });
  if (status === 'in_progress') {
    await kindpal.services.db.pool.query(`UPDATE jobs SET status = 'in_progress' WHERE id = $1`, [
      job.id,
    ]);
  }
  return job;
}

describe('a member who has a job with somebody they blocked', () => {
  it.each(['owner', 'sitter'] as const)(
    'asks our team once to end it, as its %s, and staff see the job beside the request [S4]',
    async (side) => {
      const [blocker, blocked] = side === 'owner' ? [owner, sitter] : [sitter, owner];
      const job = await share();
      const { live_jobs } = await block(blocker, blocked);
      expect(live_jobs).toEqual([
        { id: job.id, title: job.title, asked_at: null, can: { ask_to_end: true } },
      ]);
      const presses = await Promise.all(
        Array.from({ length: 6 }, () => ask(blocker, job.id, 'They shout at me')),
      );
      for (const one of presses) {
        expect(one).toMatchObject({ asked_at: expect.any(String), can: { ask_to_end: false } });
      }
      const { items } = await as(blocker).feedback.listMine({});
      expect(items.map(({ message }) => message)).toEqual([
        'Please end this job. I have blocked the other member.\n\nThey shout at me',
      ]);
      const seen = await as(admin).feedback.get({ id: items[0]?.id ?? '' });
      expect(seen).toMatchObject({ topic: 'end_job', jobs: [{ id: job.id }] });
      expect(await jobsOf(blocker)).toEqual([presses[0]]);
    },
  );

  it('cannot ask about a job of others, one that is over, or one without a block', async () => {
    const job = await share();
    const other = await createMember(kindpal.services.db);
    expect(await refusalOf(ask(owner, job.id))).toBe('NOT_FOUND');
    const { job_id } = await createEndedClaim(kindpal.services.db, {
      ...{ owner_id: owner.id, sitter_id: sitter.id },
    });
    await block(owner, sitter);
    expect(await refusalOf(ask(other, job.id))).toBe('NOT_FOUND');
    expect(await refusalOf(ask(null, job.id))).toBe('UNAUTHORIZED');
    expect(await refusalOf(ask(owner, job_id))).toBe('NOT_FOUND');
    const open = await createJob(kindpal.services.db, { owner_id: owner.id });
    expect(await refusalOf(ask(owner, open.id))).toBe('NOT_FOUND');
    expect(await jobsOf(owner)).toMatchObject([{ id: job.id }]);
  });

  it('does not reveal the request to the blocked member, who can neither see nor make one', async () => {
    const job = await share('in_progress');
    const told = async () => [
      await as(sitter).job.get({ id: job.id }),
      await as(sitter).job.listEvents({ job_id: job.id }),
      (await as(sitter).notification.list({})).items,
      (await as(sitter).feedback.listMine({})).items,
      await jobsOf(sitter),
    ];
    const before = JSON.stringify(await told());
    await block(owner, sitter);
    await ask(owner, job.id);
    expect(JSON.stringify(await told())).toBe(before);
    expect(await refusalOf(ask(sitter, job.id))).toBe('NOT_FOUND');
  });

  it('does not reveal the request to staff who hold the job: not in lists, counts, events or the log', async () => {
    const { db } = kindpal.services;
    const boss = await createMember(db, { app_role: 'super_admin', role: 'both' });
    const chief = await createMember(db, { app_role: 'super_admin' });
    const job = await createJob(db, { owner_id: owner.id });
    await createClaim(db, { job, sitter_id: boss.id });
    const { rows: heads } = await db.pool.query('SELECT max(id) AS id FROM change_events');
    const { health: _, ...figures } = await as(boss).staff.getStats();
    const counts = await as(boss).feedback.count();
    // Views before the request stay in the log: losing them would reveal it.
    await as(admin).staff.listJobs({});
    expect([await jobViews(boss, job.id), await jobViews(chief, job.id)]).toEqual([1, 1]);
    // One that is unread would stand for the next request, too.
    await db.pool.query('UPDATE notifications SET read_at = now() WHERE member_id = $1', [
      admin.id,
    ]);
    await block(owner, boss);
    await ask(owner, job.id);
    const { items } = await as(owner).feedback.listMine({});
    const id = items[0]?.id ?? '';
    expect(await as(admin).feedback.get({ id })).toMatchObject({ topic: 'end_job' });
    const { health: __, ...now } = await as(boss).staff.getStats();
    expect([now, await as(boss).feedback.count()]).toEqual([figures, counts]);
    const read = [
      await as(boss).feedback.list({}),
      await as(boss).staff.getMember({ id: owner.id }),
      await as(boss).staff.listActivity({ limit: 50 }),
    ];
    expect(JSON.stringify(read)).not.toContain(id);
    await as(admin).job.get({ id: job.id });
    await as(admin).staff.getMember({ id: owner.id });
    // Since then they find their own view of the job only, with the profile above.
    expect([await jobViews(boss, job.id), await jobViews(chief, job.id)]).toEqual([2, 5]);
    expect(JSON.stringify(await as(admin).staff.getMember({ id: owner.id }))).toContain(id);
    expect(await refusalOf(as(boss).feedback.get({ id }))).toBe('NOT_FOUND');
    const close = as(boss).feedback.update({ id, status: 'closed' });
    expect(await refusalOf(close)).toBe('NOT_FOUND');
    const { rows: events } = await db.pool.query(
      `SELECT audience, to_staff, hidden_from FROM change_events
       WHERE id > $1 AND table_name = 'feedback'`,
      [heads[0].id],
    );
    expect(events).toHaveLength(1);
    for (const event of events) {
      expect(mayHear(event, { memberId: boss.id, isStaff: true })).toBe(false);
      expect(mayHear(event, { memberId: admin.id, isStaff: true })).toBe(true);
    }
    await db.pool.query(
      `UPDATE feedback SET created_at = now() - interval '30 hours' WHERE id = $1`,
      [id],
    );
    await writeReminders(kindpal.services);
    const told = async (who: TestMember) =>
      (
        await db.pool.query(
          `SELECT type FROM notifications WHERE member_id = $1 AND event_key = $2 ORDER BY type`,
          [who.id, id],
        )
      ).rows.map(({ type }) => type);
    expect(await told(boss)).toEqual([]);
    expect(await told(admin)).toEqual(['staff_inbox.feedback', 'staff.feedback_overdue'].sort());
  });

  it('asks about this sitter only: the request closes with the claim, even if the two happen at once [J6]', async () => {
    const job = await share();
    await block(owner, sitter);
    await ask(owner, job.id);
    await as(sitter).job.move({ job_id: job.id, action: 'release' });
    const statuses = async () =>
      (await as(owner).feedback.listMine({})).items.map(({ status }) => status);
    expect(await statuses()).toEqual(['resolved']);
    const next = await createMember(kindpal.services.db, { role: 'pet_sitter' });
    await createClaim(kindpal.services.db, { job, sitter_id: next.id });
    await block(owner, next);
    expect(await jobsOf(owner)).toMatchObject([{ asked_at: null, can: { ask_to_end: true } }]);
    for (let turn = 0; turn < 5; turn++) {
      sitter = await createMember(kindpal.services.db, { role: 'pet_sitter' });
      const { id } = await share();
      await block(owner, sitter);
      const [, released] = await Promise.all([
        outcomeOf(ask(owner, id)),
        outcomeOf(as(sitter).job.move({ job_id: id, action: 'release' })),
      ]);
      expect(released).toBe('ok');
    }
    expect((await statuses()).filter((status) => status !== 'resolved')).toEqual([]);
  });

  it('can ask again once staff have closed the request', async () => {
    const job = await share();
    await block(owner, sitter);
    await ask(owner, job.id);
    const [request] = (await as(owner).feedback.listMine({})).items;
    await as(admin).feedback.update({ id: request?.id ?? '', admin_response: 'We talk to both' });
    expect(await jobsOf(owner)).toMatchObject([{ asked_at: null, can: { ask_to_end: true } }]);
    await ask(owner, job.id);
    expect((await as(owner).feedback.listMine({})).items).toHaveLength(2);
    // Of the two, staff can have one open.
    const older = { id: request?.id ?? '', status: 'in_progress' as const };
    expect(await refusalOf(as(admin).feedback.update(older))).toBe('NEWER_REQUEST_OPEN');
    // And nobody gets around that by the help form.
    const form = { message: 'End it, please', job_id: job.id, topic: 'end_job' as never };
    expect(await outcomeOf(as(owner).feedback.send(form))).toBe('INVALID_INPUT');
  });
});
