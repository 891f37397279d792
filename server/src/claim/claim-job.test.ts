import { LIVE_CLAIMS_MAX } from '@kindpal/contract/claim/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../access/limits/limits.ts';
import { composeServices } from '../compose.ts';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { callersOf, startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

const HOUR = 3_600_000;
let kindpal: TestKindpal;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  sitter = await createMember(kindpal.services.db, { role: 'pet_sitter' });
});
afterAll(() => kindpal.stop());

describe('claiming a job', () => {
  it('has exactly one winner among many, and tells all others that it is gone [J5]', async () => {
    const { db } = kindpal.services;
    const sitters = await Promise.all(
      Array.from({ length: 30 }, () => createMember(db, { role: 'pet_sitter' })),
    );
    for (let round = 0; round < 3; round++) {
      const job = await createJob(db);
      const outcomes = await Promise.all(
        sitters.map((one) =>
          kindpal
            .callerFor(one)
            .claim.create({ job_id: job.id })
            .then(
              (claim) => claim.sitter_id,
              (error: { code: string }) => error.code,
            ),
        ),
      );
      const winners = sitters.filter((one) => outcomes.includes(one.id));
      expect(winners).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'JOB_ALREADY_CLAIMED')).toHaveLength(29);
      const [winner] = winners as [TestMember];
      expect((await kindpal.callerFor(winner).job.get({ id: job.id })).status).toBe('claimed');
    }
  });

  it('has one winner also among sitters on two nodes [J5]', async () => {
    const { services } = kindpal;
    const second = await composeServices({
      env: services.env,
      log: services.log,
      secret: services.secret,
      databaseUrl: services.db.pool.options.connectionString as string,
    });
    const nodes = [kindpal, { ...kindpal, callerFor: callersOf(second) }];
    const sitters = await Promise.all(
      Array.from({ length: 20 }, () => createMember(services.db, { role: 'pet_sitter' })),
    );
    for (let round = 0; round < 5; round++) {
      const { id: job_id } = await createJob(services.db);
      const outcomes = await Promise.all(
        sitters.map((one, n) =>
          outcomeOf((nodes[n % 2] as TestKindpal).callerFor(one).claim.create({ job_id })),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'JOB_ALREADY_CLAIMED')).toHaveLength(19);
    }
    await second.close();
  });

  it('goes to another sitter if the first may not claim it [J5]', async () => {
    const { db } = kindpal.services;
    const owner = await createMember(db, { role: 'both' });
    const job = await createJob(db, { owner_id: owner.id });
    const sitters = await Promise.all(
      Array.from({ length: 6 }, () => createMember(db, { role: 'pet_sitter' })),
    );
    const outcomes = await Promise.all(
      [owner, ...sitters].map((one) =>
        outcomeOf(kindpal.callerFor(one).claim.create({ job_id: job.id })),
      ),
    );
    expect(outcomes[0]).toMatch(/CANNOT_CLAIM_JOB|JOB_ALREADY_CLAIMED/);
    expect(outcomes.slice(1).sort()).toEqual([...Array(5).fill('JOB_ALREADY_CLAIMED'), 'ok']);
  });

  it('succeeds once with a double click [J5]', async () => {
    const job = await createJob(kindpal.services.db);
    const call = () => kindpal.callerFor(sitter).claim.create({ job_id: job.id });
    const [first, second] = await Promise.all([call(), call()]);
    expect(second.id).toBe(first.id);
  });

  it('tells the second sitter that the job is gone [J5]', async () => {
    const { job } = await createClaim(kindpal.services.db);
    expect(await refusalOf(kindpal.callerFor(sitter).claim.create({ job_id: job.id }))).toBe(
      'JOB_ALREADY_CLAIMED',
    );
  });

  it('is not for its owner, for owners only, or for visitors [J5]', async () => {
    const { db } = kindpal.services;
    const both = await createMember(db, { role: 'both' });
    const own = await createJob(db, { owner_id: both.id });
    expect(await refusalOf(kindpal.callerFor(both).claim.create({ job_id: own.id }))).toBe(
      'CANNOT_CLAIM_JOB',
    );
    const ownerOnly = await createMember(db, { role: 'pet_owner' });
    expect(await refusalOf(kindpal.callerFor(ownerOnly).claim.create({ job_id: own.id }))).toBe(
      'CANNOT_CLAIM_JOB',
    );
    expect(await refusalOf(kindpal.callerFor(null).claim.create({ job_id: own.id }))).toBe(
      'UNAUTHORIZED',
    );
  });

  it('answers staff without their second factor about a canceled job like any other member [J5] [U13]', async () => {
    const { db } = kindpal.services;
    const staff = await createMember(db, { role: 'pet_sitter', app_role: 'admin' });
    const { id: job_id } = await createJob(db, { status: 'cancelled' });
    const claim = () => refusalOf(kindpal.callerFor(staff).claim.create({ job_id }));
    expect(await claim()).toBe('CANNOT_CLAIM_JOB');
    await db.pool.query('UPDATE auth.session SET admits_staff = false WHERE id = $1', [
      staff.session_id,
    ]);
    expect(await claim()).toBe('NOT_FOUND');
  });

  it('is too late once the job was canceled or has ended [J5]', async () => {
    const { db } = kindpal.services;
    const cancelled = await createJob(db, { status: 'cancelled' });
    expect(await refusalOf(kindpal.callerFor(sitter).claim.create({ job_id: cancelled.id }))).toBe(
      'NOT_FOUND',
    );
    const ended = await createJob(db, {
      start_date: new Date(Date.now() - 7_200_000),
      end_date: new Date(Date.now() - 1),
    });
    expect(await refusalOf(kindpal.callerFor(sitter).claim.create({ job_id: ended.id }))).toBe(
      'CANNOT_CLAIM_JOB',
    );
  });

  it('is refused for exactly the time of another claim', async () => {
    const { db } = kindpal.services;
    const times = {
      start_date: new Date('2031-01-01T10:00Z'),
      end_date: new Date('2031-01-01T11:00Z'),
    };
    const [first, second] = [await createJob(db, times), await createJob(db, times)];
    await kindpal.callerFor(sitter).claim.create({ job_id: first.id });
    expect(await refusalOf(kindpal.callerFor(sitter).claim.create({ job_id: second.id }))).toBe(
      'DOUBLE_BOOKED',
    );
    expect((await kindpal.callerFor(sitter).job.get({ id: second.id })).status).toBe('open');
  });

  it('is refused to a sitter who holds the maximum of jobs, even with twenty concurrent claims [J5]', async () => {
    const { db } = kindpal.services;
    const me = await createMember(db, { role: 'pet_sitter' });
    const { id: owner_id } = await createMember(db);
    const claim = async (n: number) => {
      const start_date = new Date(Date.UTC(2032, 0, 1, n));
      const end_date = new Date(+start_date + 3_600_000);
      const job = await createJob(db, { owner_id, start_date, end_date });
      return () => kindpal.callerFor(me).claim.create({ job_id: job.id });
    };
    for (let n = 0; n < LIVE_CLAIMS_MAX - 5; n += 1) await (await claim(n))();
    const calls = await Promise.all(Array.from({ length: 20 }, (_, n) => claim(100 + n)));
    const outcomes = await Promise.all(
      calls.map((call) =>
        call().then(
          () => 'claimed',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(5);
    expect(new Set(outcomes)).toEqual(new Set(['claimed', 'TOO_MANY_LIVE_CLAIMS']));
  });

  it('is refused for a pet too many within a day, even with all claims at once, so that nobody collects health notes [J5]', async () => {
    const { db } = kindpal.services;
    const most = LIMITS.claimed_pet_by_member.points;
    const me = await createMember(db, { role: 'pet_sitter' });
    const claim = (job_id: string) => kindpal.callerFor(me).claim.create({ job_id });
    const can = (job_id: string) => kindpal.callerFor(me).job.canClaim({ job_id });
    const owners = await Promise.all(Array.from({ length: most / 2 }, () => createMember(db)));
    const pets = await Promise.all(
      owners.map((owner) => kindpal.callerFor(owner).pet.create({ name: 'Miso', breed: 'Tabby' })),
    );
    // Of each owner a job for a saved pet, and one for a pet that is not saved.
    const jobs = [
      ...(await Promise.all(
        owners.flatMap(({ id: owner_id }, n) => [
          createJob(db, { owner_id, pet_id: pets[n]?.id }),
          createJob(db, { owner_id }),
        ]),
      )),
      ...(await Promise.all(Array.from({ length: 5 }, () => createJob(db)))),
    ];
    const outcomes = await Promise.all(jobs.map(({ id }) => outcomeOf(claim(id))));
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(most);
    expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_REQUESTS')).toHaveLength(5);

    const [taken, left] = ['ok', 'TOO_MANY_REQUESTS'].map(
      (outcome) => jobs[outcomes.indexOf(outcome)] as (typeof jobs)[number],
    );
    if (!taken || !left) throw new Error('no claim was refused');
    const refused = await errorOf(claim(left.id));
    expect(refused).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      defined: true,
      data: { limit: 'claimed_pet_by_member' },
    });
    const { retry_after_seconds } = refused.data as { retry_after_seconds: number };
    expect(retry_after_seconds).toBeGreaterThan(24 * 3600 - 60);
    expect(retry_after_seconds).toBeLessThanOrEqual(24 * 3600);
    expect(await can(left.id)).toBe(false);
    expect((await kindpal.callerFor(me).job.get({ id: left.id })).status).toBe('open');

    // Another job for a pet of today stays possible; a claim that was canceled counts.
    const { owner_id, pet_id } = taken;
    const again = await createJob(db, { owner_id, pet_id });
    expect(await can(again.id)).toBe(true);
    await claim(again.id);
    await kindpal.callerFor(me).claim.removeByJob({ job_id: taken.id, sitter_id: me.id });
    await kindpal.callerFor(me).claim.removeByJob({ job_id: again.id, sitter_id: me.id });
    expect(await outcomeOf(claim(left.id))).toBe('TOO_MANY_REQUESTS');

    // The first of them was almost a day ago.
    const age = (interval: string) =>
      db.pool.query(
        `UPDATE job_claims SET claimed_at = now() - $2::interval WHERE id = (
           SELECT id FROM job_claims WHERE sitter_id = $1 AND ended_at IS NULL
           ORDER BY claimed_at LIMIT 1)`,
        [me.id, interval],
      );
    await age('23 hours');
    const sooner = (await errorOf(claim(left.id))).data as { retry_after_seconds: number };
    expect(sooner.retry_after_seconds).toBeLessThanOrEqual(3600);
    await age('24 hours');
    expect(await can(left.id)).toBe(true);
    await claim(left.id);
  });

  it("refuses another member's id as the sitter's", async () => {
    const job = await createJob(kindpal.services.db);
    const someone = await createMember(kindpal.services.db, { role: 'pet_sitter' });
    const call = kindpal.callerFor(sitter).claim.create({ job_id: job.id, sitter_id: someone.id });
    expect(await refusalOf(call)).toBe('FORBIDDEN');
    expect((await kindpal.callerFor(sitter).job.get({ id: job.id })).status).toBe('open');
  });

  it('is refused to a sitter who canceled the same job three times, and only to them [J5] [J7]', async () => {
    const { db } = kindpal.services;
    const me = await createMember(db, { role: 'pet_sitter' });
    const { id: job_id } = await createJob(db);
    const claim = (who: TestMember) => kindpal.callerFor(who).claim.create({ job_id });
    const release = (who: TestMember) =>
      kindpal.callerFor(who).job.move({ job_id, action: 'release' });
    for (let turn = 0; turn < 3; turn++) {
      expect(await kindpal.callerFor(me).job.canClaim({ job_id })).toBe(true);
      await claim(me);
      await release(me);
    }
    const attempts = await Promise.all(Array.from({ length: 20 }, () => refusalOf(claim(me))));
    expect(new Set(attempts)).toEqual(new Set(['GIVEN_BACK_TOO_OFTEN']));
    expect(await kindpal.callerFor(me).job.canClaim({ job_id })).toBe(false);
    await claim(sitter);
    await release(sitter);
  });

  it('is not counted against a sitter removed by the owner [J6]', async () => {
    const { db } = kindpal.services;
    const owner = await createMember(db);
    const me = await createMember(db, { role: 'pet_sitter' });
    const { id: job_id } = await createJob(db, { owner_id: owner.id });
    for (let turn = 0; turn < 4; turn++) {
      await kindpal.callerFor(me).claim.create({ job_id });
      await kindpal.callerFor(owner).job.move({ job_id, action: 'release' });
    }
    expect(await kindpal.callerFor(me).job.canClaim({ job_id })).toBe(true);
  });

  it('waits a day for a sitter who canceled ten claims within one, after seeing their pets’ health [J5]', async () => {
    const { db } = kindpal.services;
    const me = await createMember(db, { role: 'pet_sitter' });
    const began = Date.now();
    for (let turn = 0; turn < LIMITS.release_by_member.points; turn++) {
      kindpal.setNow(new Date(began + turn * 60_000));
      const { id: job_id } = await createJob(db);
      await kindpal.callerFor(me).claim.create({ job_id });
      await kindpal.callerFor(me).claim.removeByJob({ job_id, sitter_id: me.id });
    }
    const { id: job_id } = await createJob(db, {
      start_date: new Date(began + 48 * HOUR),
      end_date: new Date(began + 50 * HOUR),
    });
    const refused = await errorOf(kindpal.callerFor(me).claim.create({ job_id }));
    expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', defined: true });
    expect(refused.data).toMatchObject({ retry_after_seconds: 24 * 3600 - 9 * 60 });
    expect(await kindpal.callerFor(me).job.canClaim({ job_id })).toBe(false);
    kindpal.setNow(new Date(began + 24 * HOUR - 1));
    expect(await kindpal.callerFor(me).job.canClaim({ job_id })).toBe(false);
    kindpal.setNow(new Date(began + 24 * HOUR));
    await kindpal.callerFor(me).claim.create({ job_id });
    kindpal.setNow(null);
  });

  it('finds no job for an unknown id', async () => {
    const job_id = '00000000-0000-4000-8000-000000000000';
    expect(await refusalOf(kindpal.callerFor(sitter).claim.create({ job_id }))).toBe('NOT_FOUND');
  });
});

describe('can_claim_job [J7]', () => {
  it('agrees with what claiming would do', async () => {
    const { db } = kindpal.services;
    const job = await createJob(db);
    const owner = await createMember(db);
    const can = (who: TestMember, job_id = job.id) =>
      kindpal.callerFor(who).job.canClaim({ job_id });
    expect(await can(sitter)).toBe(true);
    expect(await can(owner)).toBe(false);
    expect(await can(sitter, '00000000-0000-4000-8000-000000000000')).toBe(false);
    await kindpal.callerFor(sitter).claim.create({ job_id: job.id });
    expect(await can(sitter)).toBe(false);
    const call = kindpal.callerFor(sitter).job.canClaim({ job_id: job.id, user_id: owner.id });
    expect(await refusalOf(call)).toBe('FORBIDDEN');
  });
});

describe('the list of claims [D3]', () => {
  it('has the sitter’s own claims with their jobs, newest first, and only live ones on request', async () => {
    const { db } = kindpal.services;
    const me = await createMember(db, { role: 'pet_sitter' });
    const [first, second] = [await createJob(db), await createJob(db)];
    await kindpal.callerFor(me).claim.create({ job_id: first.id });
    await kindpal.callerFor(me).claim.create({ job_id: second.id });
    await kindpal.callerFor(me).job.move({ job_id: first.id, action: 'release' });
    const all = await kindpal.callerFor(me).claim.list({ limit: 20 });
    expect(all.items.map((claim) => [claim.job_id, claim.end_reason, claim.job.view])).toEqual([
      [second.id, null, 'member'],
      [first.id, 'released', 'member'],
    ]);
    const live = await kindpal.callerFor(me).claim.list({ live: 'true' as never, limit: 20 });
    expect(live.items.map((claim) => claim.job_id)).toEqual([second.id]);
    const page = await kindpal.callerFor(me).claim.list({ limit: 1 });
    const next = await kindpal
      .callerFor(me)
      .claim.list({ limit: 1, cursor: page.next_cursor ?? '' });
    expect(next.items.map((claim) => claim.job_id)).toEqual([first.id]);
  });

  it("shows a job's claims to its owner, and nobody else's claims to anybody", async () => {
    const { db } = kindpal.services;
    const owner = await createMember(db);
    const { job, claim, sitter_id } = await createClaim(db, {
      job: await createJob(db, { owner_id: owner.id }),
    });
    const seenBy = async (who: TestMember) =>
      (await kindpal.callerFor(who).claim.list({ job_id: job.id, limit: 20 })).items.map(
        (one) => one.id,
      );
    expect(await seenBy(owner)).toEqual([claim.id]);
    expect(await seenBy(sitter)).toEqual([]);
    const own = await kindpal.callerFor(owner).claim.list({ job_id: job.id, sitter_id, limit: 20 });
    expect(own.items).toMatchObject([
      { id: claim.id, job_id: job.id, sitter_id, job: { id: job.id } },
    ]);
    expect(await refusalOf(kindpal.callerFor(sitter).claim.list({ sitter_id, limit: 20 }))).toBe(
      'FORBIDDEN',
    );
  });
});
