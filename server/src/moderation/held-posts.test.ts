import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mayHear } from '../live/open-streams.ts';
import { announceJob } from '../notification/queue/announce-job.ts';
import {
  createClaim,
  createJob,
  createMember,
  jobForm,
  type TestMember,
} from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { MAPLEWOOD } from '../testing/sample-places.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const HOUR = 3_600_000;

let kindpal: TestKindpal;
let boss: TestMember;
let admin: TestMember;
let newcomer: TestMember;
let sitter: TestMember;
let asked: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  boss = await member({ app_role: 'super_admin' });
  admin = await member({ app_role: 'admin' });
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  newcomer = await member({ role: 'both', first_name: 'Nora' });
  sitter = await member({ role: 'pet_sitter', ...MAPLEWOOD });
  asked = await member({ role: 'pet_sitter', ...MAPLEWOOD });
  await review(1);
});

const member = (given: Parameters<typeof createMember>[1] = {}) =>
  createMember(kindpal.services.db, given);
const as = (who: TestMember | null) => kindpal.callerFor(who);
const query = async (text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows;
const review = (reviewed_posts: number) => as(boss).moderation.setPostReview({ reviewed_posts });

let counter = 0;
/** Posts like the form, with a pet that no other job has. */
async function post(who = newcomer, more: object = {}) {
  counter += 1;
  const start = Date.now() + (48 + 5 * counter) * HOUR;
  const job = await as(who).job.post(
    jobForm({
      pet_details: { name: 'Quillfeather', breed: null, size: 'small' },
      start_date: new Date(start).toISOString(),
      end_date: new Date(start + 4 * HOUR).toISOString(),
      ...more,
    }),
  );
  if (job.view !== 'member') throw new Error('its owner sees all of it');
  return job;
}

async function caseOf(jobId: string) {
  const { items } = await as(admin).report.list({ limit: 50 });
  const rows = await query(`SELECT id FROM reports WHERE subject_id = $1 AND decided_at IS NULL`, [
    jobId,
  ]);
  return items.find(({ id }) => id === rows[0]?.id);
}

async function decide(jobId: string, decision: { kind: 'dismiss' | 'remove' | 'suspend' }) {
  const { id } = (await caseOf(jobId)) as { id: string };
  await as(admin).report.take({ id });
  const reason = decision.kind === 'dismiss' ? {} : { reason: 'It sells cars.' };
  const ends =
    decision.kind === 'suspend' ? { ends_at: new Date(Date.now() + 72 * HOUR).toISOString() } : {};
  return as(admin).report.decide({ id, ...decision, ...reason, ...ends });
}

const listed = async (who: TestMember | null) =>
  (await as(who).job.list({ limit: 50 })).items.map(({ id }) => id);

describe('the first job of a new member, if staff review first jobs [S4]', () => {
  it('is shown to its owner as waiting, and to staff in the queue', async () => {
    const job = await post();
    expect(job).toMatchObject({ is_held: true, is_mine: true, offered_until: null });
    expect(await as(newcomer).job.get({ id: job.id })).toMatchObject({ is_held: true });
    const { items } = await as(newcomer).job.listMine({ as: 'owner' });
    expect(items).toMatchObject([{ is_held: true, job: { id: job.id } }]);
    expect(await caseOf(job.id)).toMatchObject({ signal: 'first_post', subject_type: 'job' });
    expect(await as(admin).job.get({ id: job.id })).toMatchObject({ title: job.title });
  });

  it('does not exist for anybody else, even sitters asked first: each answer is the same as for an unknown id', async () => {
    const job = await post(newcomer, { ask_first: { sitter_ids: [asked.id], hours: 5 } });
    const calls: [string, (who: TestMember | null, id: string) => Promise<unknown>][] = [
      ['get', (who, id) => as(who).job.get({ id })],
      ['claim', (who, id) => as(who).claim.create({ job_id: id })],
      ['history', (who, id) => as(who).job.listEvents({ job_id: id })],
      ['care', (who, id) => as(who).job.getPetCare({ job_id: id })],
      ['access', (who, id) => as(who).vault.getJobAccess({ job_id: id })],
      ['attach', (who, id) => as(who).vault.attach({ job_id: id })],
      ['wait', (who, id) => as(who).offer.join({ job_id: id })],
      ['decline', (who, id) => as(who).offer.decline({ job_id: id })],
      ['offers', (who, id) => as(who).offer.getOfJob({ job_id: id })],
      ['move', (who, id) => as(who).job.move({ job_id: id, action: 'cancel' })],
      ['requirements', (who, id) => as(who).job.listRequirements({ job_ids: id })],
      [
        'report',
        (who, id) => as(who).report.send({ subject_type: 'job', subject_id: id, reason: 'spam' }),
      ],
    ];
    for (const who of [sitter, asked, null]) {
      for (const [name, call] of calls) {
        const [held, unknown] = [
          await outcomeOf(call(who, job.id)),
          await outcomeOf(call(who, UNKNOWN_ID)),
        ];
        expect(`${name}: ${held}`).toBe(`${name}: ${unknown}`);
      }
      expect(await listed(who)).not.toContain(job.id);
      const search = { search: 'Quillfeather', limit: 50 };
      expect((await as(who).job.list(search)).items.map(({ id }) => id)).not.toContain(job.id);
    }
    for (const who of [sitter, asked]) {
      expect((await as(who).job.list({ owner_id: newcomer.id, limit: 50 })).items).toEqual([]);
      expect((await as(who).job.listOwners({ search: 'Nora' })).items).toEqual([]);
      expect((await as(who).offer.list({})).items).toEqual([]);
      expect((await as(who).job.listRequirements({ job_ids: job.id })).items).toEqual([]);
    }
    await announceJob(kindpal.services, { id: job.id });
    expect(await toldOf(job.id)).toEqual([]);
  });

  it('causes no event for others when it is posted, moved or approved for sitters asked first, or when its owner blocks somebody', async () => {
    const [{ head }] = await query('SELECT coalesce(max(id), 0) AS head FROM change_events');
    const job = await post(newcomer, { ask_first: { sitter_ids: [asked.id], hours: 5 } });
    await as(asked).block.create({ member_id: newcomer.id });
    await as(asked).block.remove({ member_id: newcomer.id });
    await as(newcomer).job.move({ job_id: job.id, action: 'cancel' });
    await as(newcomer).job.move({ job_id: job.id, action: 'reopen' });
    expect(await as(newcomer).job.get({ id: job.id })).toMatchObject({ is_held: true });
    const events = (await query('SELECT * FROM change_events WHERE id > $1 AND job_id = $2', [
      head,
      job.id,
    ])) as Parameters<typeof mayHear>[0][];
    const heardBy = (who: TestMember | null, isStaff = false) =>
      events.filter((event) => mayHear(event, { memberId: who?.id ?? null, isStaff }));
    expect(heardBy(newcomer).length).toBeGreaterThan(2);
    for (const who of [sitter, asked, null]) expect(heardBy(who)).toEqual([]);
  });

  it('is announced and can be claimed once it is approved', async () => {
    const job = await post();
    await decide(job.id, { kind: 'dismiss' });
    expect(await as(newcomer).job.get({ id: job.id })).toMatchObject({ is_held: false });
    const { items } = await as(newcomer).notification.list({ limit: 5 });
    expect(items).toMatchObject([
      { group: 'support', title: `We approved “${job.title}”`, href: `/jobs/${job.id}` },
    ]);
    expect(await listed(sitter)).toContain(job.id);
    expect(await listed(null)).toContain(job.id);
    // The statement that clears it also notifies the sitters.
    expect(await query('SELECT reserved_until FROM jobs WHERE id = $1', [job.id])).toEqual([
      { reserved_until: null },
    ]);
    await announceJob(kindpal.services, { id: job.id });
    expect(await toldOf(job.id)).toEqual(expect.arrayContaining([sitter.id, asked.id]));
    expect(await outcomeOf(as(sitter).claim.create({ job_id: job.id }))).toBe('ok');
    // With one reviewed job, the next opens to all immediately.
    expect(await post()).toMatchObject({ is_held: false });
  });

  it('is offered first for the time that its owner chose, counted from the approval', async () => {
    const job = await post(newcomer, {
      ask_first: { sitter_ids: [asked.id], hours: 5 },
      requirements: { favorites_first_hours: 2 },
    });
    await query(
      `UPDATE job_offers SET created_at = created_at - interval '9 hours', until_at = until_at - interval '9 hours' WHERE job_id = $1`,
      [job.id],
    );
    await decide(job.id, { kind: 'dismiss' });
    expect((await as(asked).offer.list({})).items).toMatchObject([
      { state: 'yours', job: { id: job.id } },
    ]);
    const { offered_until } = (await as(newcomer).job.get({ id: job.id })) as {
      offered_until: string;
    };
    expect((Date.parse(offered_until) - Date.now()) / HOUR).toBeCloseTo(5, 1);
    expect(await refusalOf(as(sitter).job.get({ id: job.id }))).toBe('NOT_FOUND');
    expect(await toldOf(job.id)).toEqual([asked.id]);
  });

  it('is taken down with a reason when staff decline it, and held again if the owner’s appeal is granted', async () => {
    const job = await post();
    const decided = await decide(job.id, { kind: 'remove' });
    expect(await as(newcomer).job.get({ id: job.id })).toMatchObject({
      status: 'cancelled',
      cancel_code: 'taken_down',
      cancel_reason: 'It sells cars.',
    });
    expect(await refusalOf(as(newcomer).job.move({ job_id: job.id, action: 'reopen' }))).toBe(
      'JOB_ACTION_REFUSED',
    );
    const id = decided.sides.member.decisions[0]?.id ?? '';
    await as(boss).moderation.undo({ id, reason: 'A misunderstanding.' });
    await as(newcomer).job.move({ job_id: job.id, action: 'reopen' });
    expect(await as(newcomer).job.get({ id: job.id })).toMatchObject({ is_held: true });
    expect(await listed(sitter)).not.toContain(job.id);
    expect(await caseOf(job.id)).toMatchObject({ signal: 'first_post' });
    // A declined one does not count as reviewed.
    expect(await post()).toMatchObject({ is_held: true });
  });

  it('is removed from the queue when staff take it down from the list of jobs', async () => {
    const job = await post();
    await as(admin).staff.takeDownJob({ job_id: job.id, reason: 'It sells cars.' });
    expect(await caseOf(job.id)).toBeUndefined();
    expect(await as(newcomer).job.get({ id: job.id })).toMatchObject({ cancel_code: 'taken_down' });
  });

  it('is taken down when its owner is suspended, and leaves the queue when its time is over', async () => {
    const job = await post();
    await decide(job.id, { kind: 'suspend' });
    expect(await query('SELECT status, cancel_code FROM jobs WHERE id = $1', [job.id])).toEqual([
      { status: 'cancelled', cancel_code: 'taken_down' },
    ]);
    const other = await post(await member({ role: 'pet_owner' }));
    await query(`UPDATE jobs SET status = 'cancelled', cancel_code = 'expired' WHERE id = $1`, [
      other.id,
    ]);
    expect(await caseOf(other.id)).toBeUndefined();
  });

  it('is approved once, by the staff member who took it, even if its owner acts at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const owner = await member({ role: 'pet_owner' });
      const job = await post(owner);
      const { id } = (await caseOf(job.id)) as { id: string };
      await as(admin).report.take({ id });
      await Promise.all([
        outcomeOf(as(admin).report.decide({ id, kind: 'dismiss' })),
        outcomeOf(as(admin).report.decide({ id, kind: 'dismiss' })),
        outcomeOf(as(owner).job.move({ job_id: job.id, action: 'cancel' })),
      ]);
      const [row] = await query(
        `SELECT status, (SELECT count(*)::int FROM reports WHERE id = $2 AND decided_at IS NULL) AS open
         FROM jobs WHERE id = $1`,
        [job.id, id],
      );
      expect(row).toEqual({ status: 'cancelled', open: 0 });
      expect(await listed(sitter)).not.toContain(job.id);
    }
  });
});

describe('the number of first jobs that staff review [S4]', () => {
  it('is set by super admins only, with an entry in the activity log, and none by default', async () => {
    expect(await refusalOf(as(admin).moderation.setPostReview({ reviewed_posts: 0 }))).toBe(
      'FORBIDDEN',
    );
    const entries = () =>
      query(
        `SELECT admin_id, details FROM admin_activity_logs WHERE action = 'post_review_set'
         ORDER BY created_at`,
      );
    const before = await entries();
    await review(0);
    const entry = { admin_id: boss.id, details: { reviewed_posts: 0 } };
    expect(await entries()).toEqual([...before, entry]);
    expect(await as(admin).moderation.getPostReview()).toEqual({ reviewed_posts: 0 });
    expect(await post()).toMatchObject({ is_held: false });
  });

  it('counts reviewed jobs: several posted at once are all held, jobs of staff never', async () => {
    await review(2);
    const both = await Promise.all([post(), post()]);
    expect(both).toMatchObject([{ is_held: true }, { is_held: true }]);
    expect(await post(admin)).toMatchObject({ is_held: false });
    for (const { id } of both) await decide(id, { kind: 'dismiss' });
    expect(await post()).toMatchObject({ is_held: false });
  });

  it('does not apply to members who posted before', async () => {
    const { db } = kindpal.services;
    await review(0);
    await createClaim(db, {
      job: await createJob(db, { owner_id: newcomer.id }),
      sitter_id: sitter.id,
    });
    await review(1);
    expect(await post()).toMatchObject({ is_held: false });
  });
});

/** The members with a notification of a job, except its owner and staff. */
async function toldOf(jobId: string): Promise<string[]> {
  const rows = await query(
    'SELECT DISTINCT member_id FROM notifications WHERE job_id = $1 AND member_id <> $2',
    [jobId, newcomer.id],
  );
  return rows.map(({ member_id }) => member_id);
}
