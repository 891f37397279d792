import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayHear } from '../live/open-streams.ts';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let admin: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  admin = await createMember(kindpal.services.db, { app_role: 'admin' });
});
afterAll(() => kindpal.stop());

const message = 'She does not answer, and the visit is tonight.';
const ask = (who: TestMember | null, given: object = {}) =>
  kindpal.callerFor(who).feedback.send({ message, ...given });
const asStaff = (id: string) => kindpal.callerFor(admin).feedback.get({ id });

/** A claimed job with a new owner and a new sitter. */
async function claimedJob() {
  const { db } = kindpal.services;
  const owner = await createMember(db, { first_name: 'Olive', last_name: 'Owner' });
  const sitter = await createMember(db, {
    role: 'pet_sitter',
    first_name: 'Sam',
    last_name: 'Sitter',
  });
  const job = await createJob(db, { owner_id: owner.id, status: 'claimed' });
  await createClaim(db, { job, sitter_id: sitter.id });
  return { owner, sitter, job };
}

async function logged(action: string): Promise<string[]> {
  const { rows } = await kindpal.services.db.pool.query<{ ids: string[] }>(
    `SELECT coalesce(details -> 'ids', to_jsonb(ARRAY[target_id])) AS ids FROM admin_activity_logs
     WHERE admin_id = $1 AND action = $2`,
    [admin.id, action],
  );
  return rows.flatMap(({ ids }) => ids);
}

describe('help from a job [F2] [F4]', () => {
  it('shows staff the job, the topic and both participants, whichever side asks', async () => {
    const { owner, sitter, job } = await claimedJob();
    for (const who of [owner, sitter]) {
      const { id } = await ask(who, { job_id: job.id, topic: 'no_answer' });
      expect(await asStaff(id)).toMatchObject({
        topic: 'no_answer',
        jobs: [
          {
            id: job.id,
            pet_name: 'Biscuit',
            status: 'claimed',
            owner: { id: owner.id, full_name: 'Olive Owner' },
            sitter: { id: sitter.id, full_name: 'Sam Sitter' },
          },
        ],
        earlier_requests: 0,
      });
    }
  });

  it('shows staff a member’s current jobs when no job was attached, never an address', async () => {
    const { owner, sitter, job } = await claimedJob();
    await createJob(kindpal.services.db, { owner_id: owner.id });
    const { id } = await ask(owner);
    const request = await asStaff(id);
    expect(request.jobs.map((one) => one.id)).toEqual([job.id]);
    expect(JSON.stringify(request)).not.toContain('12 Elm Street');
    const other = await asStaff((await ask(sitter)).id);
    expect(other.jobs.map((one) => one.id)).toEqual([job.id]);
    expect((await asStaff((await ask(null)).id)).jobs).toEqual([]);
  });

  it('comes first for staff if the job is in progress or starts within a day, until it is answered', async () => {
    const { db } = kindpal.services;
    const hours = (from: number, to: number) => ({
      start_date: new Date(Date.now() + from * 3_600_000),
      end_date: new Date(Date.now() + to * 3_600_000),
    });
    const askAbout = async (given: Parameters<typeof createJob>[1] & object) => {
      const owner = await createMember(db);
      const job = await createJob(db, { ...given, owner_id: owner.id });
      return (await ask(owner, { job_id: job.id })).id;
    };
    const soon = await askAbout(hours(20, 22));
    const late = await askAbout(hours(-1, 2));
    const running = await askAbout({ ...hours(-30, 48), status: 'in_progress' });
    const calm = await askAbout(hours(30, 40));
    const over = await askAbout({ ...hours(2, 3), status: 'cancelled' });
    const sent = [soon, late, running, calm, over, (await ask(null)).id];
    const urgent = async () => {
      const { items } = await kindpal
        .callerFor(admin)
        .feedback.list({ urgent: 'true' as never, limit: 50 });
      return items.map(({ id }) => id).filter((id) => sent.includes(id));
    };
    expect(await urgent()).toEqual([running, late, soon]);
    await kindpal.callerFor(admin).feedback.update({ id: late, version: 1, status: 'resolved' });
    expect(await urgent()).toEqual([running, soon]);
  });

  it('is not shown to staff who are the other side of that job, or were, whatever its topic', async () => {
    const { db } = kindpal.services;
    const owner = await createMember(db);
    const boss = await createMember(db, { app_role: 'super_admin', role: 'both' });
    const released = await createMember(db, { app_role: 'admin', role: 'both' });
    const job = await createJob(db, { owner_id: owner.id });
    await createClaim(db, { job, sitter_id: released.id });
    await kindpal.callerFor(released).job.move({ job_id: job.id, action: 'release' });
    await createClaim(db, { job, sitter_id: boss.id });
    const { rows: heads } = await db.pool.query('SELECT max(id) AS id FROM change_events');
    const before = await kindpal.callerFor(boss).feedback.count();
    const { id } = await ask(owner, { job_id: job.id, topic: 'pet_incident' });
    const { rows: events } = await db.pool.query(
      `SELECT audience, to_staff, hidden_from FROM change_events
       WHERE id > $1 AND table_name = 'feedback'`,
      [heads[0].id],
    );
    expect(events).toHaveLength(1);
    for (const who of [boss, released]) {
      const as = kindpal.callerFor(who);
      expect(await refusalOf(as.feedback.get({ id }))).toBe('NOT_FOUND');
      expect(await refusalOf(as.feedback.update({ id, status: 'closed' }))).toBe('NOT_FOUND');
      expect(JSON.stringify(await as.feedback.list({}))).not.toContain(id);
      expect(JSON.stringify(await as.staff.getMember({ id: owner.id }))).not.toContain(id);
      expect(mayHear(events[0], { memberId: who.id, isStaff: true })).toBe(false);
    }
    expect(await kindpal.callerFor(boss).feedback.count()).toEqual(before);
    expect(await asStaff(id)).toMatchObject({ topic: 'pet_incident' });
    expect(mayHear(events[0], { memberId: admin.id, isStaff: true })).toBe(true);
    // Their own they see, as any member does, and as staff.
    const own = await ask(boss, { job_id: job.id, topic: 'no_answer' });
    expect(await kindpal.callerFor(boss).feedback.get(own)).toMatchObject({ topic: 'no_answer' });
  });

  it('counts the earlier requests of a member', async () => {
    const { owner } = await claimedJob();
    await ask(owner);
    await ask(owner);
    expect(await asStaff((await ask(owner)).id)).toMatchObject({ earlier_requests: 2 });
  });

  it('accepts no job of others, and does not reveal whether it exists', async () => {
    const { job } = await claimedJob();
    const stranger = await createMember(kindpal.services.db);
    for (const job_id of [job.id, crypto.randomUUID()]) {
      for (const who of [stranger, null, admin]) {
        expect(await refusalOf(ask(who, { job_id }))).toBe('NOT_FOUND');
      }
    }
    expect(await refusalOf(ask(stranger, { topic: 'nonsense' }))).toBe('INVALID_INPUT');
  });

  it('stays when its job is gone', async () => {
    const { owner, job } = await claimedJob();
    const { id } = await ask(owner, { job_id: job.id, topic: 'pet_incident' });
    await kindpal.services.db.pool.query('DELETE FROM jobs WHERE id = $1', [job.id]);
    expect(await asStaff(id)).toMatchObject({ topic: 'pet_incident', jobs: [] });
  });

  it('is logged with the jobs that staff saw with it', async () => {
    const { owner, job } = await claimedJob();
    const { id } = await ask(owner, { job_id: job.id });
    await asStaff(id);
    expect(await logged('feedback_read')).toContain(id);
    expect(await logged('jobs_read')).toContain(job.id);
  });
});

describe('the panel of a member [S3] [F4]', () => {
  const panel = (id: string, who: TestMember | null = admin) =>
    kindpal.callerFor(who).staff.getMember({ id });

  it('has contact, current jobs with the other participants, and requests; all of it is logged', async () => {
    const { owner, sitter, job } = await claimedJob();
    const { id } = await ask(owner);
    expect(await panel(owner.id)).toMatchObject({
      id: owner.id,
      email: owner.email,
      full_name: 'Olive Owner',
      invited_by: null,
      jobs_posted: 1,
      jobs_done: 0,
      suspended_at: null,
      jobs: [{ id: job.id, sitter: { id: sitter.id } }],
      requests: [{ id, message, status: 'open' }],
    });
    expect(await logged('users_read')).toContain(owner.id);
    expect(await logged('jobs_read')).toContain(job.id);
    expect(await logged('feedback_read')).toContain(id);
  });

  it('also shows suspended members, and only to staff', async () => {
    const { db } = kindpal.services;
    const gone = await createMember(db, { suspended_at: new Date() });
    expect(await panel(gone.id)).toMatchObject({ suspended_at: expect.any(String) });
    expect(await refusalOf(panel(crypto.randomUUID()))).toBe('NOT_FOUND');
    const { owner } = await claimedJob();
    expect(await refusalOf(panel(owner.id, owner))).toBe('FORBIDDEN');
    expect(await refusalOf(panel(owner.id, null))).toBe('UNAUTHORIZED');
  });
});
