import type { JobDraft } from '@kindpal/contract/job/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createEndedClaim,
  createJob,
  createMember,
  jobForm,
  type TestMember,
} from '../../testing/factories.ts';
import { errorOf, outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let owner: TestMember;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  owner = await createMember(kindpal.services.db, { role: 'both' });
  sitter = await createMember(kindpal.services.db, { role: 'pet_sitter' });
});

const as = (who: TestMember) => kindpal.callerFor(who);
const post = (requirements: Partial<JobDraft['requirements']>) =>
  as(owner).job.post(jobForm({ requirements }) as never);
const claim = (who: TestMember, job_id: string) => as(who).claim.create({ job_id });
const look = async (who: TestMember, id: string) => {
  const job = await as(who).job.get({ id });
  return job.view === 'member' ? job : null;
};

/** A published review of the sitter by somebody else. */
async function review(whom: TestMember): Promise<void> {
  const { claim_id, owner: other } = await createEndedClaim(kindpal.services.db, {
    sitter_id: whom.id,
  });
  await kindpal.services.db.pool.query(
    `INSERT INTO reviews (claim_id, side, reviewer_id, reviewee_id, occasion, rating, would_repeat, facts,
       publish_at)
     VALUES ($1, 'owner', $2, $3, 'completed', 5, true, '{}', now())`,
    [claim_id, other.id, whom.id],
  );
  await kindpal.services.db.pool.query(
    'UPDATE reviews SET published_at = now() WHERE claim_id = $1',
    [claim_id],
  );
}

describe('a job’s requirements', () => {
  it('are shown with what the viewer fulfills, and prevent claiming until all are [J5]', async () => {
    const { id } = await post({ min_reviews: 2 });
    await review(sitter);
    const before = await look(sitter, id);
    expect(before?.requirements).toEqual({
      met_before: false,
      verified: false,
      min_reviews: 2,
      opens_at: null,
      mine: { has_met: false, is_verified: false, reviews: 1 },
    });
    expect(before?.can.claim).toBeUndefined();
    const refused = await errorOf(claim(sitter, id));
    expect(refused).toMatchObject({ code: 'REQUIREMENTS_NOT_MET', data: before?.requirements });
    expect(await as(sitter).job.canClaim({ job_id: id })).toBe(false);
    await review(sitter);
    expect((await look(sitter, id))?.can.claim).toBe(true);
    expect(await outcomeOf(claim(sitter, id))).toBe('ok');
  });

  it('can be a job that both finished together, in either role [J5]', async () => {
    const { db } = kindpal.services;
    const met = await createMember(db, { role: 'both' });
    await createEndedClaim(db, { owner_id: met.id, sitter_id: owner.id });
    const released = await createMember(db, { role: 'pet_sitter' });
    await createEndedClaim(db, {
      owner_id: owner.id,
      sitter_id: released.id,
      ended: { end_reason: 'released', completed_at: null },
    });
    const { id } = await post({ met_before: true });
    expect(await refusalOf(claim(sitter, id))).toBe('REQUIREMENTS_NOT_MET');
    expect(await refusalOf(claim(released, id))).toBe('REQUIREMENTS_NOT_MET');
    expect((await look(met, id))?.requirements?.mine).toEqual({
      has_met: true,
      is_verified: false,
      reviews: 0,
    });
    expect(await outcomeOf(claim(met, id))).toBe('ok');
  });

  it('can be an identity checked by staff, while that is valid [J5] [R1]', async () => {
    const { pool } = kindpal.services.db;
    const verify = (is_verified: boolean) =>
      pool.query('UPDATE users SET is_verified = $2 WHERE id = $1', [sitter.id, is_verified]);
    const { id } = await post({ verified: true });
    const before = await look(sitter, id);
    expect(before?.requirements).toMatchObject({ verified: true, mine: { is_verified: false } });
    expect(before?.can.claim).toBeUndefined();
    const refused = await errorOf(claim(sitter, id));
    expect(refused).toMatchObject({ code: 'REQUIREMENTS_NOT_MET', data: before?.requirements });
    await verify(true);
    expect((await look(sitter, id))?.requirements?.mine?.is_verified).toBe(true);
    expect((await look(sitter, id))?.can.claim).toBe(true);
    await verify(false);
    expect(await refusalOf(claim(sitter, id))).toBe('REQUIREMENTS_NOT_MET');
    await verify(true);
    expect(await outcomeOf(claim(sitter, id))).toBe('ok');
  });

  it('have one winner among those who meet them, in a race with those who don’t [J5]', async () => {
    const { db } = kindpal.services;
    const sitters = await Promise.all(
      Array.from({ length: 20 }, () => createMember(db, { role: 'pet_sitter' })),
    );
    const fit = sitters.slice(0, 8);
    for (const one of fit) await createEndedClaim(db, { owner_id: owner.id, sitter_id: one.id });
    const { id } = await post({ met_before: true });
    const outcomes = await Promise.all(sitters.map((one) => outcomeOf(claim(one, id))));
    expect(outcomes.slice(0, 8).filter((outcome) => outcome === 'ok')).toHaveLength(1);
    for (const outcome of outcomes.slice(8)) {
      expect(['REQUIREMENTS_NOT_MET', 'JOB_ALREADY_CLAIMED']).toContain(outcome);
    }
  });

  it('are changed only by the owner, while the job is open [J2]', async () => {
    const { id: job_id } = await createJob(kindpal.services.db, { owner_id: owner.id });
    const requirements = {
      met_before: false,
      verified: false,
      min_reviews: 3,
      favorites_first_hours: 0,
    };
    const change = (who: TestMember) => as(who).job.setRequirements({ job_id, requirements });
    expect(await refusalOf(change(sitter))).toBe('FORBIDDEN');
    await change(owner);
    expect((await look(owner, job_id))?.requirements).toMatchObject({ min_reviews: 3, mine: null });
    expect(await refusalOf(claim(sitter, job_id))).toBe('REQUIREMENTS_NOT_MET');
    requirements.min_reviews = 0;
    await change(owner);
    expect((await look(sitter, job_id))?.requirements).toBeNull();
    await claim(sitter, job_id);
    expect(await refusalOf(change(owner))).toBe('JOB_NOT_OPEN');
    expect((await look(owner, job_id))?.requirements).toBeNull();
  });
});

describe('a job that favorites may claim first', () => {
  it('tells all others when it opens to everyone, without saying why [J5]', async () => {
    const favorite = await createMember(kindpal.services.db, { role: 'pet_sitter' });
    await as(owner).favorite.create({ member_id: favorite.id });
    const { id } = await post({ favorites_first_hours: 3 });
    const refused = await errorOf(claim(sitter, id));
    const opens_at = (await look(sitter, id))?.requirements?.opens_at;
    expect(refused).toMatchObject({ code: 'NOT_OPEN_YET', data: { opens_at } });
    expect(JSON.stringify(refused).toLowerCase()).not.toContain('favorite');
    const [seen, byFavorite] = [await look(sitter, id), await look(favorite, id)];
    expect(byFavorite?.can.claim).toBe(true);
    expect({ ...byFavorite, can: {} }).toEqual({ ...seen, can: {} });
    expect(await outcomeOf(claim(favorite, id))).toBe('ok');
  });

  it('keeps its head start when the owner changes other requirements [J2]', async () => {
    const { id: job_id } = await post({ favorites_first_hours: 3 });
    const opens_at = (await look(owner, job_id))?.requirements?.opens_at;
    expect(opens_at).toBeTruthy();
    const others = { met_before: false, verified: false, min_reviews: 1 };
    await as(owner).job.setRequirements({ job_id, requirements: others });
    expect((await look(owner, job_id))?.requirements).toMatchObject({ min_reviews: 1, opens_at });
    const none = { ...others, favorites_first_hours: 0 };
    await as(owner).job.setRequirements({ job_id, requirements: none });
    expect((await look(owner, job_id))?.requirements?.opens_at).toBeNull();
  });

  it('is open to everyone when the hours are over, and not after its start [J5]', async () => {
    const { id } = await post({ favorites_first_hours: 3 });
    const { pool } = kindpal.services.db;
    await pool.query(`UPDATE jobs SET favorites_until = now() WHERE id = $1`, [id]);
    expect((await look(sitter, id))?.requirements).toBeNull();
    expect(await outcomeOf(claim(sitter, id))).toBe('ok');
    const soon = await post({ favorites_first_hours: 72 });
    const { rows } = await pool.query(
      'SELECT favorites_until = start_date AS by_start FROM jobs WHERE id = $1',
      [soon.id],
    );
    expect(rows).toEqual([{ by_start: true }]);
  });

  it('looks to a blocked favorite like a job that never existed [J5] [S6]', async () => {
    await as(owner).favorite.create({ member_id: sitter.id });
    const { id } = await post({ favorites_first_hours: 3, min_reviews: 1 });
    await as(sitter).block.create({ member_id: owner.id });
    expect(await refusalOf(claim(sitter, id))).toBe('NOT_FOUND');
    expect(await refusalOf(as(sitter).job.get({ id }))).toBe('NOT_FOUND');
    expect(await refusalOf(as(sitter).offer.join({ job_id: id }))).toBe('NOT_FOUND');
  });
});

describe('the cards of a list', () => {
  const cardOf = async (who: TestMember, id: string) => {
    const { items } = await as(who).job.list({});
    const card = items.find((job) => job.id === id);
    return card?.view === 'member' ? card : undefined;
  };
  const askFor = async (who: TestMember, ...ids: string[]) =>
    (await as(who).job.listRequirements({ job_ids: ids.join() })).items;

  it('show the requirements of others’ jobs, with what the viewer fulfills, and otherwise nothing [J1] [J5]', async () => {
    const { id } = await post({ min_reviews: 2 });
    const plain = await post({});
    expect((await cardOf(sitter, id))?.has_requirements).toBe(true);
    expect(await cardOf(sitter, plain.id)).not.toHaveProperty('has_requirements');
    expect(await cardOf(owner, id)).not.toHaveProperty('has_requirements');
    const { requirements } = (await look(sitter, id)) ?? {};
    expect(await askFor(sitter, id, plain.id, owner.id)).toEqual([{ id, requirements }]);
    expect(await askFor(owner, id)).toEqual([]);
    await review(sitter);
    expect((await askFor(sitter, id))[0]?.requirements.mine?.reviews).toBe(1);
    await claim(await enough(), id);
    expect(await askFor(sitter, id)).toEqual([]);
  });

  it('do not distinguish favorites from others, and show nothing once the head start is over [J5]', async () => {
    const favorite = await createMember(kindpal.services.db, { role: 'pet_sitter' });
    await as(owner).favorite.create({ member_id: favorite.id });
    const { id } = await post({ favorites_first_hours: 3 });
    expect(await askFor(favorite, id)).toEqual(await askFor(sitter, id));
    expect(await cardOf(favorite, id)).toEqual(await cardOf(sitter, id));
    await kindpal.services.db.pool.query('UPDATE jobs SET favorites_until = now() WHERE id = $1', [
      id,
    ]);
    expect(await cardOf(sitter, id)).not.toHaveProperty('has_requirements');
    expect(await askFor(sitter, id)).toEqual([]);
  });

  it('show nothing of hidden jobs: blocked, suspended, offered first, unknown [J5] [S6]', async () => {
    const { id } = await post({ min_reviews: 2 });
    const asked = await as(owner).job.post(
      jobForm({
        requirements: { min_reviews: 2 },
        ask_first: { sitter_ids: [(await enough()).id], hours: 5 },
      }) as never,
    );
    expect(await askFor(sitter, asked.id, crypto.randomUUID())).toEqual([]);
    await as(owner).block.create({ member_id: sitter.id });
    expect(await askFor(sitter, id)).toEqual([]);
    const other = await enough();
    expect(await askFor(other, id)).toHaveLength(1);
    await kindpal.services.db.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [
      owner.id,
    ]);
    expect(await askFor(other, id)).toEqual([]);
    expect(await refusalOf(askFor(other, 'no-id'))).toBe('INVALID_INPUT');
    expect(await refusalOf(kindpal.callerFor(null).job.listRequirements({ job_ids: id }))).toBe(
      'UNAUTHORIZED',
    );
  });

  /** A sitter with two reviews. */
  async function enough(): Promise<TestMember> {
    const one = await createMember(kindpal.services.db, { role: 'pet_sitter' });
    await review(one);
    await review(one);
    return one;
  }
});
