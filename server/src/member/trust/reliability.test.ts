import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createClaim,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

const DAY = 86_400_000;
let kindpal: TestKindpal;
let reader: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  reader = await createMember(kindpal.services.db);
});
afterAll(() => kindpal.stop());

const member = (role: 'pet_sitter' | 'pet_owner' | 'both') =>
  createMember(kindpal.services.db, { role });
const recordsOf = async (who: TestMember, by: TestMember | null = reader) =>
  (await kindpal.callerFor(by).member.get({ id: who.id })).reliability;

/** A claim of these two, on a job that starts in `days`, and how it ended. */
async function end(
  owner: TestMember,
  sitter: TestMember,
  how: { by?: TestMember; end_reason: 'released' | 'cancelled' | 'no_show'; days?: number },
) {
  const { by, end_reason, days = 3 } = how;
  const start = Date.now() + days * DAY + 60_000;
  const job = await createJob(kindpal.services.db, {
    owner_id: owner.id,
    start_date: new Date(start),
    end_date: new Date(start + DAY),
  });
  const { claim } = await createClaim(kindpal.services.db, { job, sitter_id: sitter.id });
  await kindpal.services.db.pool.query(
    'UPDATE job_claims SET ended_at = now(), end_reason = $2, ended_by = $3 WHERE id = $1',
    [claim.id, end_reason, by?.id ?? null],
  );
}
const finish = (owner: TestMember, sitter: TestMember) =>
  createEndedClaim(kindpal.services.db, { owner_id: owner.id, sitter_id: sitter.id });

describe('how the jobs of a member ended', () => {
  it('is shown from three jobs on, the same for an owner and a sitter', async () => {
    const [owner, sitter] = [await member('pet_owner'), await member('pet_sitter')];
    await finish(owner, sitter);
    await finish(owner, sitter);
    expect([await recordsOf(owner), await recordsOf(sitter)]).toEqual([[], []]);
    await end(owner, sitter, { by: sitter, end_reason: 'released', days: 9 });
    expect(await recordsOf(sitter)).toEqual([
      { side: 'sitter', finished: 2, cancelled: 1, shortest_notice_days: 9, no_shows: 0 },
    ]);
    // A sitter's cancellation does not count for the owner.
    expect(await recordsOf(owner)).toEqual([]);
    await end(owner, sitter, { by: owner, end_reason: 'cancelled', days: 0 });
    expect(await recordsOf(owner)).toEqual([
      { side: 'owner', finished: 2, cancelled: 1, shortest_notice_days: 0, no_shows: 0 },
    ]);
  });

  it('names the shortest notice, and no-shows of a sitter only', async () => {
    const [owner, both] = [await member('pet_owner'), await member('both')];
    for (const days of [9, 2, 5])
      await end(owner, both, { by: both, end_reason: 'released', days });
    await end(owner, both, { by: owner, end_reason: 'no_show' });
    // A job taken down by staff counts for nobody.
    await end(owner, both, { by: reader, end_reason: 'cancelled' });
    expect(await recordsOf(both)).toEqual([
      { side: 'sitter', finished: 0, cancelled: 3, shortest_notice_days: 2, no_shows: 1 },
    ]);
    expect(await recordsOf(owner)).toEqual([]);
  });

  it('is on cards and job pages, and hidden from visitors', async () => {
    const [owner, sitter] = [await member('pet_owner'), await member('pet_sitter')];
    for (let n = 0; n < 3; n++) await finish(owner, sitter);
    const { items } = await kindpal.callerFor(reader).member.list({ limit: 50 });
    expect(items.find(({ id }) => id === sitter.id)?.reliability).toMatchObject([{ finished: 3 }]);
    const job = await createJob(kindpal.services.db, { owner_id: owner.id });
    expect(await kindpal.callerFor(reader).job.get({ id: job.id })).toMatchObject({
      owner_reliability: { side: 'owner', finished: 3 },
    });
    await createClaim(kindpal.services.db, { job, sitter_id: sitter.id });
    expect(await kindpal.callerFor(owner).job.get({ id: job.id })).toMatchObject({
      claim: { sitter_reliability: { side: 'sitter', finished: 3 } },
    });
    expect(await recordsOf(sitter, null)).toEqual([]);
  });

  it('counts all concurrent endings, like a recount', async () => {
    const [owner, sitter] = [await member('both'), await member('both')];
    await Promise.all(Array.from({ length: 12 }, (_, n) => finish(...pair(n))));
    function pair(n: number): [TestMember, TestMember] {
      return n % 2 ? [owner, sitter] : [sitter, owner];
    }
    for (const who of [owner, sitter]) {
      expect(await recordsOf(who)).toMatchObject([
        { side: 'sitter', finished: 6 },
        { side: 'owner', finished: 6 },
      ]);
    }
  });

  it('includes one note by the member, as long as there is such a record', async () => {
    const [owner, sitter] = [await member('pet_owner'), await member('pet_sitter')];
    const note = async (by: TestMember | null = reader) =>
      (await kindpal.callerFor(by).member.get({ id: sitter.id })).record_note;
    const write = (record_note: string | null) =>
      kindpal.callerFor(sitter).member.update({ id: sitter.id, record_note });
    await write('I broke my leg in May.');
    expect(await note()).toBeNull();
    for (let n = 0; n < 3; n++) await finish(owner, sitter);
    expect(await note()).toBe('I broke my leg in May.');
    expect(await note(null)).toBeNull();
    await write('');
    expect(await note()).toBeNull();
  });
});
