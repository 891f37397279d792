import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files } from '../db/schema/file.ts';
import { jobs } from '../db/schema/job.ts';
import { createClaim, createMember, jobForm, type TestMember } from '../testing/factories.ts';
import { recordStatements } from '../testing/plans/explain.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { MAPLEWOOD } from '../testing/sample-places.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let owner: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  owner = await createMember(kindpal.services.db);
});
afterAll(() => kindpal.stop());

describe('posting a job [J2]', () => {
  it('opens it, and shows its owner everything they typed', async () => {
    const job = await kindpal
      .callerFor(owner)
      .job.post(jobForm({ total_amount: 19.99, hourly_rate: 9.5 }));
    expect(job).toMatchObject({
      view: 'member',
      status: 'open',
      title: 'Feed and cuddle Miso',
      total_amount: 19.99,
      hourly_rate: 9.5,
      is_mine: true,
      owner_id: owner.id,
      pet_details: { name: 'Miso', breed: null, size: 'small', image_url: null },
      can: { cancel: true },
    });
  });

  it('happens once, however often the same form arrives concurrently', async () => {
    const form = jobForm({ client_id: randomUUID() });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => kindpal.callerFor(owner).job.post(form)),
    );
    expect(new Set(answers.map((job) => job.id)).size).toBe(1);
  });

  it('returns the first job for a second submit, even once its start has passed', async () => {
    const form = jobForm({ client_id: randomUUID() });
    const first = await kindpal.callerFor(owner).job.post(form);
    kindpal.setNow(new Date(Date.now() + 72 * 3_600_000));
    try {
      expect((await kindpal.callerFor(owner).job.post(form)).id).toBe(first.id);
    } finally {
      kindpal.setNow(null);
    }
  });

  it('treats a client id of somebody else like a fresh one', async () => {
    const form = jobForm({ client_id: randomUUID() });
    await kindpal.callerFor(owner).job.post(form);
    const other = kindpal.callerFor(await createMember(kindpal.services.db));
    kindpal.setNow(new Date(Date.now() + 72 * 3_600_000));
    try {
      for (const given of [{}, { title: 'A guess' }, { client_id: randomUUID() }]) {
        expect(await refusalOf(other.job.post({ ...form, ...given }))).toBe('JOB_IN_THE_PAST');
      }
    } finally {
      kindpal.setNow(null);
    }
  });

  it('refuses a corrected form whose first version was posted, and names that job', async () => {
    const { db } = kindpal.services;
    const member = await createMember(db);
    const { post, list } = kindpal.callerFor(member).job;
    const form = jobForm({ client_id: randomUUID() });
    const first = await post(form);
    const ask_first = { sitter_ids: [(await createMember(db)).id], hours: 24 };
    for (const correction of [
      { total_amount: 120 },
      { title: 'Another weekend' },
      { address: '99 Right Street' },
      { special_instructions: 'No chocolate' },
      {
        requirements: {
          met_before: true,
          verified: false,
          min_reviews: 0,
          favorites_first_hours: 0,
        },
      },
      { ask_first },
    ]) {
      expect(
        await errorOf(post({ ...form, ...correction })),
        JSON.stringify(correction),
      ).toMatchObject({
        code: 'EARLIER_VERSION_STORED',
        data: { id: first.id },
      });
    }
    expect((await post(form)).id).toBe(first.id);
    await post({ ...form, client_id: randomUUID(), title: 'Another weekend' });
    const { items } = await list({ owner_id: member.id });
    expect(items).toHaveLength(2);
  });

  it('returns the job that the release before has posted, which stored no hash', async () => {
    const member = await createMember(kindpal.services.db);
    const { post } = kindpal.callerFor(member).job;
    const form = jobForm({ client_id: randomUUID() });
    const { id } = await post(form);
    await kindpal.services.db.drizzle.update(jobs).set({ sent_hash: null }).where(eq(jobs.id, id));
    expect((await post(form)).id).toBe(id);
  });

  it('posts one of two versions of a form that arrive concurrently', async () => {
    const member = await createMember(kindpal.services.db);
    const form = jobForm({ client_id: randomUUID() });
    const outcomes = await Promise.all(
      [80, 120, 80, 120].map((total_amount) =>
        outcomeOf(kindpal.callerFor(member).job.post({ ...form, total_amount })),
      ),
    );
    expect(outcomes.sort()).toEqual([
      'EARLIER_VERSION_STORED',
      'EARLIER_VERSION_STORED',
      'ok',
      'ok',
    ]);
    expect((await kindpal.callerFor(member).job.list({ owner_id: member.id })).items).toHaveLength(
      1,
    );
  });

  it('waits for little before its event: all open pages wait with it [X4]', async () => {
    const { db } = kindpal.services;
    const form = jobForm({ client_id: randomUUID() });
    const sent = await recordStatements(db, () => kindpal.callerFor(owner).job.post(form));
    // The live hub may read what an earlier test wrote at any time.
    const isOfHub = ({ name, text }: (typeof sent)[number]) =>
      name === 'live-read' || text.includes('pg_notify');
    const own = sent.filter((statement) => !isOfHub(statement));
    const before = own.findIndex(({ name }) => name === 'job-insert');
    // The actor, and the daily limit.
    expect(own.slice(0, before).map(({ name }) => name)).toEqual([
      'actor-by-token',
      'rate_limits:rlflx-upsert',
    ]);
  });

  it('refuses an unknown pet or area, at their fields', async () => {
    const { db } = kindpal.services;
    const other = await createMember(db);
    const foreign = await kindpal.callerFor(other).pet.create({ name: 'Miso', breed: 'Tabby' });
    const fields = async (given: Parameters<typeof jobForm>[0]) =>
      (await errorOf(kindpal.callerFor(owner).job.post(jobForm(given)))).data;
    expect(await fields({ pet_id: foreign.id })).toMatchObject({ fields: [{ path: 'pet_id' }] });
    expect(await fields({ place_id: 2_000_000_000 })).toMatchObject({
      fields: [{ path: 'place_id' }],
    });
  });

  it('stores care instructions exactly as typed, and cleans the title', async () => {
    const special_instructions = 'Insulin < 2 units, then "data" sheet & onions = NO 🧅';
    const job = await kindpal
      .callerFor(owner)
      .job.post(jobForm({ title: ' Care for <Rex> ', special_instructions }));
    expect(job).toMatchObject({ title: 'Care for Rex', special_instructions });
  });

  it('keeps right-to-left text and four-byte emoji', async () => {
    const job = await kindpal.callerFor(owner).job.post(jobForm({ title: 'לטייל עם רקס 🐕‍🦺' }));
    expect(job).toMatchObject({ title: 'לטייל עם רקס 🐕‍🦺' });
  });

  it('needs a session', async () => {
    expect(await refusalOf(kindpal.callerFor(null).job.post(jobForm()))).toBe('UNAUTHORIZED');
  });

  it("refuses another member's id as the owner's", async () => {
    const other = await createMember(kindpal.services.db);
    expect(
      await refusalOf(kindpal.callerFor(owner).job.post(jobForm({ owner_id: other.id }))),
    ).toBe('FORBIDDEN');
  });

  it('is refused for a start in the past, but not for one ten minutes ago', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const form = (start: number) => jobForm({ start_date: at(start), end_date: at(3_600_000) });
    expect(await refusalOf(kindpal.callerFor(owner).job.post(form(-11 * 60_000)))).toBe(
      'JOB_IN_THE_PAST',
    );
    expect((await kindpal.callerFor(owner).job.post(form(-9 * 60_000))).status).toBe('open');
  });

  it('is refused more than two years ahead', async () => {
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const form = jobForm({ start_date: at(10), end_date: at(731) });
    expect(await refusalOf(kindpal.callerFor(owner).job.post(form))).toBe('JOB_TOO_FAR_AHEAD');
  });

  it.each([
    { title: 'x'.repeat(100_000) },
    { total_amount: -1 },
    { total_amount: 10.001 },
    { total_amount: Number('1e309') },
    { start_date: '2030-02-30T10:00:00Z' },
    { pet_details: { name: 'Rex', size: 'gigantic' } },
  ])('refuses %j at its field and stores nothing', async (given) => {
    const stranger = await createMember(kindpal.services.db);
    const call = kindpal.callerFor(stranger).job.post(jobForm(given));
    expect(await refusalOf(call)).toBe('INVALID_INPUT');
    const { items } = await kindpal
      .callerFor(stranger)
      .job.list({ owner_id: stranger.id, limit: 20 });
    expect(items).toEqual([]);
  });
});

describe('the photo of a posted pet [X5]', () => {
  const url = (path: string) => `/storage/v1/object/public/profile-images/${path}`;

  it("must be the owner's own upload", async () => {
    const other = await createMember(kindpal.services.db);
    const path = `pet-images/${other.id}/abc.webp`;
    await kindpal.services.db.drizzle.insert(files).values({ path, owner_id: other.id, bytes: 1 });
    const form = (image_url: string) =>
      jobForm({ pet_details: { name: 'Rex', size: 'small', image_url } });
    expect(await refusalOf(kindpal.callerFor(owner).job.post(form(url(path))))).toBe(
      'INVALID_INPUT',
    );
    expect(
      await refusalOf(kindpal.callerFor(owner).job.post(form('https://elsewhere.example/x.png'))),
    ).toBe('INVALID_INPUT');
    const job = await kindpal.callerFor(other).job.post(form(url(path)));
    expect(job).toMatchObject({ pet_details: { image_url: url(path) } });
  });
});

describe('the place of a job [J2] [J4]', () => {
  const where = { place_id: MAPLEWOOD.place_id, address: '4 Oak Lane, blue door' };

  it('is an area for everybody, and an address for the owner and for the sitter who holds the job', async () => {
    const { db } = kindpal.services;
    const owner = await createMember(db);
    const [sitter, next] = [
      await createMember(db, { role: 'pet_sitter' }),
      await createMember(db, { role: 'pet_sitter' }),
    ];
    const admin = await createMember(db, { app_role: 'super_admin' });
    const { id } = await kindpal.callerFor(owner).job.post(jobForm(where));
    const addressFor = async (who: TestMember | null) => {
      const seen = await kindpal.callerFor(who).job.get({ id });
      expect(seen.location).toBe(MAPLEWOOD.location);
      if (!('address' in seen) || seen.address === null) {
        expect(JSON.stringify(seen)).not.toContain('Oak Lane');
        return null;
      }
      return seen.address;
    };
    expect(await addressFor(owner)).toBe(where.address);
    for (const who of [sitter, admin, null]) expect(await addressFor(who)).toBeNull();
    const { claim } = kindpal.callerFor(sitter);
    await claim.create({ job_id: id });
    expect(await addressFor(sitter)).toBe(where.address);
    expect(await addressFor(admin)).toBeNull();
    await kindpal.callerFor(sitter).job.move({ job_id: id, action: 'release' });
    await kindpal.callerFor(next).claim.create({ job_id: id });
    expect(await addressFor(next)).toBe(where.address);
    // A former sitter sees at most the public view.
    expect(await addressFor(sitter)).toBeNull();
    const lists = [
      await kindpal.callerFor(owner).job.list({ owner_id: owner.id }),
      await kindpal.callerFor(admin).staff.listJobs({}),
    ];
    expect(JSON.stringify(lists)).not.toContain('Oak Lane');
  });

  it('is hidden from a sitter whose claim is over', async () => {
    const { db } = kindpal.services;
    const { job, sitter_id } = await createClaim(db);
    await db.pool.query(
      `UPDATE job_claims SET completed_at = now(), confirmed_at = now(), ended_at = now(), end_reason = 'completed'
       WHERE job_id = $1`,
      [job.id],
    );
    await db.pool.query(`UPDATE jobs SET status = 'completed' WHERE id = $1`, [job.id]);
    const row = await db.pool.query('SELECT token FROM auth.session WHERE user_id = $1', [
      sitter_id,
    ]);
    const credential = { by: 'token' as const, value: row.rows[0].token as string };
    const seen = await kindpal
      .callerFor({ id: sitter_id, email: '', session_id: '', credential })
      .job.get({ id: job.id });
    expect(seen).toMatchObject({ view: 'member', address: null, location: MAPLEWOOD.location });
  });

  it('can be sent as text by older clients, if unambiguous; the rest of the text stays private', async () => {
    const owner = await createMember(kindpal.services.db);
    const post = (location: string) =>
      kindpal
        .callerFor(owner)
        .job.post(jobForm({ place_id: undefined, address: undefined, location }));
    expect(await post('12 Elm Street, Maplewood, NJ 07040')).toMatchObject({
      location: MAPLEWOOD.location,
      address: '12 Elm Street, Maplewood, NJ 07040',
    });
    expect(await post('Brooklyn, New York')).toMatchObject({
      location: 'Brooklyn, New York',
      address: null,
    });
    for (const location of ['Rosewood Court', '12 Elm Street, Maplewood', 'Maplewood']) {
      expect(await errorOf(post(location))).toMatchObject({
        code: 'INVALID_INPUT',
        data: { fields: [{ path: 'location' }] },
      });
    }
    const unknown = kindpal.callerFor(owner).job.post(jobForm({ place_id: 1 }));
    expect(await errorOf(unknown)).toMatchObject({ data: { fields: [{ path: 'place_id' }] } });
  });
});
