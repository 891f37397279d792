import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files } from '../db/schema/file.ts';
import { createMember, jobForm, type TestMember } from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let owner: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  owner = await createMember(kindpal.services.db);
});
afterAll(() => kindpal.stop());

describe('posting a job [J2]', () => {
  it('makes it open, and shows its owner everything they typed', async () => {
    const job = await kindpal
      .as(owner)
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

  it('happens once, however often the same form arrives at the same moment', async () => {
    const form = jobForm({ client_id: randomUUID() });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => kindpal.as(owner).job.post(form)),
    );
    expect(new Set(answers.map((job) => job.id)).size).toBe(1);
  });

  it('answers a second submit with the first job, even once its start has passed', async () => {
    const form = jobForm({ client_id: randomUUID() });
    const first = await kindpal.as(owner).job.post(form);
    kindpal.setNow(new Date(Date.now() + 72 * 3_600_000));
    try {
      expect((await kindpal.as(owner).job.post(form)).id).toBe(first.id);
    } finally {
      kindpal.setNow(null);
    }
  });

  it('keeps care instructions to the letter, and cleans the title', async () => {
    const special_instructions = 'Insulin < 2 units, then "data" sheet & onions = NO 🧅';
    const job = await kindpal
      .as(owner)
      .job.post(jobForm({ title: ' Care for <Rex> ', special_instructions }));
    expect(job).toMatchObject({ title: 'Care for Rex', special_instructions });
  });

  it('keeps right-to-left text and four-byte emoji as they are', async () => {
    const job = await kindpal.as(owner).job.post(jobForm({ title: 'לטייל עם רקס 🐕‍🦺' }));
    expect(job).toMatchObject({ title: 'לטייל עם רקס 🐕‍🦺' });
  });

  it('asks for a session', async () => {
    expect(await refusalOf(kindpal.as(null).job.post(jobForm()))).toBe('UNAUTHORIZED');
  });

  it("does not take another member's id for the owner's", async () => {
    const other = await createMember(kindpal.services.db);
    expect(await refusalOf(kindpal.as(owner).job.post(jobForm({ owner_id: other.id })))).toBe(
      'FORBIDDEN',
    );
  });

  it('is refused for a start in the past, but not for one ten minutes ago', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const form = (start: number) => jobForm({ start_date: at(start), end_date: at(3_600_000) });
    expect(await refusalOf(kindpal.as(owner).job.post(form(-11 * 60_000)))).toBe('JOB_IN_THE_PAST');
    expect((await kindpal.as(owner).job.post(form(-9 * 60_000))).status).toBe('open');
  });

  it('is refused more than two years ahead', async () => {
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const form = jobForm({ start_date: at(10), end_date: at(731) });
    expect(await refusalOf(kindpal.as(owner).job.post(form))).toBe('JOB_TOO_FAR_AHEAD');
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
    const call = kindpal.as(stranger).job.post(jobForm(given));
    expect(await refusalOf(call)).toBe('INVALID_INPUT');
    const { items } = await kindpal.as(stranger).job.list({ owner_id: stranger.id, limit: 20 });
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
    expect(await refusalOf(kindpal.as(owner).job.post(form(url(path))))).toBe('INVALID_INPUT');
    expect(
      await refusalOf(kindpal.as(owner).job.post(form('https://elsewhere.example/x.png'))),
    ).toBe('INVALID_INPUT');
    const job = await kindpal.as(other).job.post(form(url(path)));
    expect(job).toMatchObject({ pet_details: { image_url: url(path) } });
  });
});
