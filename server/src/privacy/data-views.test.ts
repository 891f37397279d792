import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createClaim,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { outcomeOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let owner: TestMember;
let sitter: TestMember;
let admin: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  admin = await createMember(db(), { app_role: 'admin', first_name: 'Stella' });
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  owner = await createMember(db(), { first_name: 'Olive' });
  sitter = await createMember(db(), { role: 'pet_sitter', first_name: 'Sam' });
});

const db = () => kindpal.services.db;
const as = (who: TestMember | null) => kindpal.callerFor(who);
const query = async (text: string, values: unknown[] = []) =>
  (await db().pool.query(text, values)).rows;
const viewsOf = async (who: TestMember) => (await as(who).privacy.listViews({ limit: 50 })).items;
const told = async (who: TestMember) =>
  (await viewsOf(who)).map(({ kind, viewer_role, viewer, job }) => [
    kind,
    viewer_role,
    viewer?.id ?? null,
    job?.id ?? null,
  ]);

/** A job with an address, held by the sitter. */
async function holdJob(more: Parameters<typeof createJob>[1] = {}) {
  const job = await createJob(db(), { owner_id: owner.id, address: 'Elm Street 4', ...more });
  await createClaim(db(), { job, sitter_id: sitter.id });
  return job;
}

describe('a member is told who was shown [R2]', () => {
  it('their address: the sitter who holds the job, once however often they look', async () => {
    const job = await holdJob();
    const looks = await Promise.all(
      Array.from({ length: 10 }, () => as(sitter).job.get({ id: job.id })),
    );
    expect(looks.every((one) => 'address' in one && one.address === 'Elm Street 4')).toBe(true);
    const views = await told(owner);
    // Ten views across the end of an hour are two.
    expect(new Set(views.map(String)).size).toBe(1);
    expect(views[0]).toEqual(['address', 'sitter', sitter.id, job.id]);
    expect(await told(sitter)).toEqual([]);
  });

  it('it again in another hour', async () => {
    const job = await holdJob();
    await as(sitter).job.get({ id: job.id });
    await query(
      `UPDATE data_views SET period = period - interval '1 hour',
        viewed_at = viewed_at - interval '1 hour' WHERE subject_id = $1`,
      [owner.id],
    );
    await as(sitter).job.get({ id: job.id });
    expect(await told(owner)).toHaveLength(2);
  });

  it('it by the answer to the sitter’s own step, without the page', async () => {
    const job = await holdJob({ start_date: new Date(Date.now() + 3_600_000) });
    await as(sitter).job.move({ job_id: job.id, action: 'start' });
    expect(await told(owner)).toEqual([['address', 'sitter', sitter.id, job.id]]);
  });

  it('nothing of it: others who see the job, former sitters, and themselves', async () => {
    const open = await createJob(db(), { owner_id: owner.id, address: 'Elm Street 4' });
    await as(sitter).job.get({ id: open.id });
    await as(null).job.get({ id: open.id });
    await as(owner).job.get({ id: open.id });
    const ended = await createEndedClaim(db(), { owner_id: owner.id, sitter_id: sitter.id });
    await as(sitter).job.get({ id: ended.job_id });
    expect(await told(owner)).toEqual([]);
  });

  it('their email: the owner of a job that they claimed', async () => {
    await holdJob();
    await as(owner).member.get({ id: sitter.id });
    const stranger = await createMember(db());
    await as(stranger).member.get({ id: sitter.id });
    expect(await told(sitter)).toEqual([['email', 'owner', owner.id, null]]);
  });

  it('the health of their pet: the sitter of these days alone', async () => {
    const [pet] = await query(
      `INSERT INTO pet_profiles (owner_id, name, breed, medical_conditions) VALUES ($1, 'Miso', 'Tabby', 'Diabetes')
       RETURNING id`,
      [owner.id],
    );
    const job = await holdJob({ pet_id: pet.id, address: null });
    await as(sitter).job.getPetCare({ job_id: job.id });
    await as(owner).job.getPetCare({ job_id: job.id });
    const stranger = await createMember(db(), { role: 'pet_sitter' });
    expect(await outcomeOf(as(stranger).job.getPetCare({ job_id: job.id }))).toBe('NOT_FOUND');
    expect(await told(owner)).toEqual([['pet_health', 'sitter', sitter.id, job.id]]);
  });
});

describe('what staff look at [S3]', () => {
  it('is told to its member by kind and without a name, once an hour, in panel and lists alike', async () => {
    const job = await holdJob();
    await as(owner).feedback.send({ message: 'The map does not load' });
    await as(admin).staff.getMember({ id: owner.id });
    await as(admin).staff.getMember({ id: owner.id });
    await as(admin).staff.listUsers({ search: owner.email });
    const views = await told(owner);
    expect(new Set(views.map(String))).toEqual(
      new Set([
        ['account', 'staff', null, null].join(),
        ['job', 'staff', null, job.id].join(),
        ['request', 'staff', null, null].join(),
      ]),
    );
    expect(JSON.stringify(await viewsOf(owner))).not.toContain('Stella');
    // Only the member who was shown, not the other participant.
    expect(await told(sitter)).toEqual([]);
  });

  it('of a report is told to nobody: the reported member learns of none', async () => {
    const { id } = await as(sitter).report.send({
      ...{ subject_type: 'profile', subject_id: owner.id, reason: 'fraud' },
    });
    await as(admin).report.list({});
    await as(admin).report.take({ id });
    expect(await told(owner)).toEqual([]);
  });

  it('of themselves is not noted', async () => {
    await as(admin).staff.getMember({ id: admin.id });
    expect(await told(admin)).toEqual([]);
  });
});

describe('the list [X4]', () => {
  it('is of the caller alone, page by page, each view once, and live', async () => {
    const heard: string[] = [];
    const job = await holdJob();
    const subscribed = kindpal.services.live.subscribe({
      memberId: owner.id,
      sessionId: null,
      isStaff: false,
      send: (frame) => heard.push(frame.toString()),
      end: () => undefined,
    });
    await as(sitter).job.get({ id: job.id });
    await expect.poll(() => heard.join()).toContain('data_views');
    subscribed.unsubscribe();
    await query(
      `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, period, viewed_at)
       SELECT $1, $2, 'owner', 'email', now() - n * interval '1 hour', now() - interval '1 day'
       FROM generate_series(1, 24) n`,
      [owner.id, sitter.id],
    );
    const first = await as(owner).privacy.listViews({ limit: 20 });
    const rest = await as(owner).privacy.listViews({ limit: 20, cursor: first.next_cursor ?? '' });
    const ids = [...first.items, ...rest.items].map(({ id }) => id);
    expect([first.items.length, rest.items.length, new Set(ids).size]).toEqual([20, 5, 25]);
    expect(rest.next_cursor).toBeNull();
    expect(await outcomeOf(as(null).privacy.listViews({}))).toBe('UNAUTHORIZED');
  });
});
