import { randomUUID } from 'node:crypto';
import { JOB_ACTIONS, type JobAction, type MoveAction } from '@kindpal/contract/job/actions';
import { canActOnJob, outcomeOf } from '@kindpal/contract/job/rules';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { errorOf, outcomeOf as outcomeOfCall, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { confirmCompletedJobs, expireJobs } from './expire-jobs.ts';
import { jobFactsOf } from './present.ts';
import { findJob } from './queries.ts';

const HOUR = 3_600_000;
let kindpal: TestKindpal;
let owner: TestMember;
let sitter: TestMember;
let other: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  const { db } = kindpal.services;
  owner = await createMember(db);
  sitter = await createMember(db, { role: 'both', cash_app_handle: '$walks' });
  other = await createMember(db, { role: 'pet_sitter' });
});
afterEach(() => kindpal.setNow(null));
afterAll(() => kindpal.stop());

const ownJob = () => createJob(kindpal.services.db, { owner_id: owner.id });
const claimed = async () =>
  createClaim(kindpal.services.db, { job: await ownJob(), sitter_id: sitter.id });
const move = (who: TestMember, job_id: string, action: MoveAction, reason?: string) =>
  kindpal.callerFor(who).job.move({ job_id, action, reason });

describe('the main job', () => {
  it('goes from claimed to started, completed and confirmed [J9]', async () => {
    const { job } = await claimed();
    kindpal.setNow(job.start_date);
    expect((await move(sitter, job.id, 'start')).status).toBe('in_progress');
    expect((await move(sitter, job.id, 'complete')).status).toBe('completed');
    const confirmed = await move(owner, job.id, 'confirm');
    expect(confirmed).toMatchObject({ status: 'completed', can: { chat: true } });
    expect(confirmed.can).not.toHaveProperty('dispute');
    expect(confirmed.view === 'member' && confirmed.claim?.confirmed_at).toBeTruthy();
  });

  it('goes back one step for a sitter who pressed by mistake, with both steps in its history [J9]', async () => {
    const { job } = await claimed();
    const at = (ms: number) => kindpal.setNow(new Date(job.start_date.getTime() + ms));
    at(0);
    expect((await move(sitter, job.id, 'start')).can).toMatchObject({ undo_start: true });
    at(10_000);
    const back = await move(sitter, job.id, 'undo_start');
    expect(back).toMatchObject({ status: 'claimed', can: { start: true, release: true } });
    await move(sitter, job.id, 'start');
    await move(sitter, job.id, 'complete');
    expect((await kindpal.callerFor(owner).job.countMine()).owner.to_confirm).toBe(1);
    expect(await refusalOf(move(owner, job.id, 'undo_complete'))).toBe('FORBIDDEN');
    expect((await move(sitter, job.id, 'undo_complete')).status).toBe('in_progress');
    expect((await kindpal.callerFor(owner).job.countMine()).owner.to_confirm).toBe(0);
    const { items } = await kindpal.callerFor(owner).job.listEvents({ job_id: job.id, limit: 3 });
    expect(items.map(({ action }) => action)).toEqual(['undo_complete', 'complete', 'start']);
  });

  it('goes back only so often in a day, from either step [J9]', async () => {
    const { services } = kindpal;
    const { job } = await claimed();
    kindpal.setNow(job.start_date);
    await move(sitter, job.id, 'start');
    await move(sitter, job.id, 'complete');
    while (await services.limiter.hasRoom('undo_by_member', sitter.id));
    expect(await refusalOf(move(sitter, job.id, 'undo_complete'))).toBe('TOO_MANY_REQUESTS');
    await services.db.pool.query(`UPDATE jobs SET status = 'in_progress' WHERE id = $1`, [job.id]);
    expect(await refusalOf(move(sitter, job.id, 'undo_start'))).toBe('TOO_MANY_REQUESTS');
    await kindpal.asOwner('DELETE FROM rate_limits');
  });

  it('does not go back later, or once the owner has confirmed [J9]', async () => {
    const { job } = await claimed();
    kindpal.setNow(job.start_date);
    await move(sitter, job.id, 'start');
    kindpal.setNow(new Date(job.start_date.getTime() + 60_000));
    expect(await refusalOf(move(sitter, job.id, 'undo_start'))).toBe('JOB_ACTION_REFUSED');
    await move(sitter, job.id, 'complete');
    const outcomes = await Promise.allSettled([
      move(owner, job.id, 'confirm'),
      move(sitter, job.id, 'undo_complete'),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('opens again when the sitter cancels the claim, and keeps the history [J6]', async () => {
    const { job, claim } = await claimed();
    expect((await move(sitter, job.id, 'release', 'A cold, sorry.')).status).toBe('open');
    const { rows } = await kindpal.services.db.pool.query(
      'SELECT * FROM job_claims WHERE id = $1',
      [claim.id],
    );
    expect(rows[0]).toMatchObject({
      end_reason: 'released',
      ended_by: sitter.id,
      end_note: 'A cold, sorry.',
    });
    expect((await kindpal.callerFor(other).claim.create({ job_id: job.id })).sitter_id).toBe(
      other.id,
    );
  });

  it('can be released through the table calls of job and claim [J6] [X2]', async () => {
    const first = await claimed();
    const answer = await kindpal.callerFor(owner).job.update({ id: first.job.id, status: 'open' });
    expect(answer.status).toBe('open');
    const second = await claimed();
    await kindpal.callerFor(sitter).claim.remove({ id: second.claim.id });
    const third = await claimed();
    await kindpal
      .callerFor(sitter)
      .claim.removeByJob({ job_id: third.job.id, sitter_id: sitter.id });
    for (const { job } of [second, third]) {
      expect((await kindpal.callerFor(owner).job.get({ id: job.id })).status).toBe('open');
    }
    expect(await refusalOf(kindpal.callerFor(sitter).claim.remove({ id: second.claim.id }))).toBe(
      'NOT_FOUND',
    );
  });

  it('is released once by two concurrent callers', async () => {
    const { job } = await claimed();
    const answers = await Promise.allSettled([
      move(owner, job.id, 'release'),
      move(sitter, job.id, 'release'),
      move(owner, job.id, 'cancel'),
    ]);
    const { rows } = await kindpal.services.db.pool.query(
      'SELECT count(*)::int AS ends FROM job_claims WHERE job_id = $1 AND ended_at IS NOT NULL',
      [job.id],
    );
    expect(rows[0].ends).toBe(1);
    expect(answers.some((answer) => answer.status === 'fulfilled')).toBe(true);
  });

  it('can be disputed by its owner, and completed again [J9]', async () => {
    const { job } = await claimed();
    kindpal.setNow(job.start_date);
    await move(sitter, job.id, 'start');
    await move(sitter, job.id, 'complete');
    expect((await move(owner, job.id, 'dispute')).status).toBe('in_progress');
    expect((await move(sitter, job.id, 'complete')).status).toBe('completed');
  });

  it('keeps the reason of a cancellation and loses it when reopened [J9]', async () => {
    const job = await ownJob();
    expect(await move(owner, job.id, 'cancel', 'Plans changed')).toMatchObject({
      status: 'cancelled',
      cancel_code: 'by_owner',
      cancel_reason: 'Plans changed',
    });
    expect(await move(owner, job.id, 'reopen')).toMatchObject({
      status: 'open',
      cancel_code: null,
      cancel_reason: null,
    });
  });
});

describe('an action on a job that has another sitter by then [J6] [J9]', () => {
  const claim = async (who: TestMember, job_id: string) =>
    (await kindpal.callerFor(who).claim.create({ job_id })).id;
  const moveFor = (
    who: TestMember,
    { job_id, claim_id }: { job_id: string; claim_id: string | null },
    action: MoveAction,
  ) => outcomeOfCall(kindpal.callerFor(who).job.move({ job_id, claim_id, action }));
  const holderOf = async (id: string) => {
    const seen = await kindpal.callerFor(owner).job.get({ id });
    return seen.view === 'member' ? seen.claim?.sitter_id : undefined;
  };

  it('is refused: it was meant for the sitter before', async () => {
    const { job, claim: first } = await claimed();
    await move(sitter, job.id, 'release');
    const second = await claim(other, job.id);
    kindpal.setNow(job.start_date);
    const meant = { job_id: job.id, claim_id: first.id };
    for (const action of ['release', 'report_no_show', 'cancel'] as const) {
      expect(await moveFor(owner, meant, action), action).toBe('CLAIM_CHANGED');
    }
    expect(await holderOf(job.id)).toBe(other.id);
    expect(await moveFor(owner, { ...meant, claim_id: second }, 'release')).toBe('ok');
  });

  it('is refused at every later step', async () => {
    const { job, claim: first } = await claimed();
    await move(sitter, job.id, 'release');
    // The same sitter again: what they wanted to do with the first claim stays undone.
    const second = await claim(sitter, job.id);
    kindpal.setNow(job.start_date);
    const steps = [
      [sitter, 'start'],
      [sitter, 'undo_start'],
      [sitter, 'start'],
      [sitter, 'complete'],
      [sitter, 'undo_complete'],
      [sitter, 'complete'],
      [owner, 'dispute'],
      [sitter, 'complete'],
      [owner, 'confirm'],
    ] as const;
    for (const [who, action] of steps) {
      const at = (claim_id: string) => moveFor(who, { job_id: job.id, claim_id }, action);
      expect(await at(first.id), action).toBe('CLAIM_CHANGED');
      expect(await at(second), action).toBe('ok');
    }
  });

  it('is refused to an owner who cancels a job that nobody had claimed when they looked', async () => {
    const { job, claim: held } = await claimed();
    const meant = { job_id: job.id, claim_id: null };
    expect(await moveFor(owner, meant, 'cancel')).toBe('CLAIM_CHANGED');
    expect(await moveFor(owner, { ...meant, claim_id: held.id }, 'cancel')).toBe('ok');
    expect(await moveFor(owner, meant, 'reopen')).toBe('ok');
    expect(await moveFor(owner, meant, 'cancel')).toBe('ok');
  });

  it('does not tell anybody else whose claim it is', async () => {
    const { job, claim: held } = await claimed();
    for (const claim_id of [held.id, null, randomUUID()]) {
      expect(await moveFor(other, { job_id: job.id, claim_id }, 'release')).toBe('NOT_FOUND');
      expect(await moveFor(sitter, { job_id: job.id, claim_id }, 'cancel')).toBe('FORBIDDEN');
    }
  });

  it('is refused, too, if the sitter changes while it waits for the job', async () => {
    const { job, claim: first } = await claimed();
    const { pool } = kindpal.services.db;
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM jobs WHERE id = $1 FOR UPDATE', [job.id]);
      const meant = { job_id: job.id, claim_id: first.id };
      const waiting = [
        moveFor(owner, meant, 'release'),
        outcomeOfCall(kindpal.callerFor(owner).claim.remove({ id: first.id })),
      ];
      await vi.waitFor(async () => {
        const { rows } = await pool.query(
          `SELECT count(*)::int AS waiting FROM pg_locks
           WHERE NOT granted AND locktype IN ('transactionid', 'tuple')`,
        );
        expect(rows[0].waiting).toBe(2);
      });
      await client.query(
        `UPDATE job_claims SET ended_at = now(), end_reason = 'released' WHERE id = $1`,
        [first.id],
      );
      await client.query(
        `INSERT INTO job_claims (job_id, sitter_id, start_date, end_date) VALUES ($1, $2, $3, $4)`,
        [job.id, other.id, job.start_date, job.end_date],
      );
      await client.query('COMMIT');
      expect(await Promise.all(waiting)).toEqual(['CLAIM_CHANGED', 'CLAIM_CHANGED']);
    } finally {
      client.release();
    }
    expect(await holderOf(job.id)).toBe(other.id);
  });
});

describe('who may do what to a job [J9]', () => {
  it('tells entitled members in the wrong state the state', async () => {
    const job = await ownJob();
    const error = await errorOf(move(owner, job.id, 'release'));
    expect(error).toMatchObject({
      code: 'JOB_ACTION_REFUSED',
      defined: true,
      data: { action: 'release', status: 'open' },
    });
  });

  it('refuses everybody else without details', async () => {
    const { job } = await claimed();
    expect(await refusalOf(move(other, job.id, 'release'))).toBe('NOT_FOUND');
    expect(await refusalOf(move(sitter, job.id, 'cancel'))).toBe('FORBIDDEN');
    expect(await refusalOf(move(owner, job.id, 'start'))).toBe('FORBIDDEN');
  });

  it('finds no job for an unknown id', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    expect(await refusalOf(move(owner, id, 'cancel'))).toBe('NOT_FOUND');
    expect(await refusalOf(kindpal.callerFor(owner).job.get({ id }))).toBe('NOT_FOUND');
    expect(await refusalOf(kindpal.callerFor(owner).job.get({ id: 'not-an-id' }))).toBe(
      'INVALID_INPUT',
    );
  });

  it('hides a job that is no longer open from all but participants and staff, like one that never existed [J4]', async () => {
    const { db } = kindpal.services;
    const staff = await createMember(db, { app_role: 'admin' });
    const { job } = await claimed();
    const never = await errorOf(kindpal.callerFor(null).job.get({ id: randomUUID() }));
    const isHidden = async (state: string) => {
      for (const who of [owner, sitter, staff]) {
        const seen = await kindpal.callerFor(who).job.get({ id: job.id });
        expect([seen.view, seen.status], state).toEqual(['member', state]);
      }
      for (const who of [null, other, await createMember(db)]) {
        const error = await errorOf(kindpal.callerFor(who).job.get({ id: job.id }));
        expect(error.toJSON(), state).toEqual(never.toJSON());
      }
    };
    await isHidden('claimed');
    kindpal.setNow(job.start_date);
    await move(sitter, job.id, 'start');
    await isHidden('in_progress');
    await move(sitter, job.id, 'complete');
    await isHidden('completed');
    await move(owner, job.id, 'confirm');
    await isHidden('completed');
  });

  it('hides a job that was cancelled or taken down, with the name of its pet [J4]', async () => {
    const { db } = kindpal.services;
    const staff = await createMember(db, { app_role: 'admin' });
    const [cancelled, removed] = [await ownJob(), await ownJob()];
    expect((await kindpal.callerFor(null).job.get({ id: removed.id })).pet_details.name).toBe(
      'Biscuit',
    );
    await move(owner, cancelled.id, 'cancel', 'Plans changed');
    await kindpal
      .callerFor(staff)
      .staff.takeDownJob({ job_id: removed.id, reason: 'It sells cars.' });
    for (const { id } of [cancelled, removed]) {
      for (const who of [null, other]) {
        const error = await errorOf(kindpal.callerFor(who).job.get({ id }));
        expect(error.code).toBe('NOT_FOUND');
        expect(JSON.stringify(error.toJSON())).not.toContain('Biscuit');
      }
      expect((await kindpal.callerFor(owner).job.get({ id })).status).toBe('cancelled');
    }
  });

  it('shows a former sitter only that a job is claimed, not whether somebody is there [J4] [D3]', async () => {
    const { job } = await claimed();
    await move(sitter, job.id, 'release');
    await kindpal.callerFor(other).claim.create({ job_id: job.id });
    const seen = async () => {
      const { items } = await kindpal.callerFor(sitter).claim.list({ job_id: job.id, limit: 1 });
      const detail = await kindpal.callerFor(sitter).job.get({ id: job.id });
      for (const shown of [detail, items[0]?.job]) expect(shown?.view).toBe('public');
      expect(items[0]?.job.status).toBe(detail.status);
      return detail.status;
    };
    expect(await seen()).toBe('claimed');
    kindpal.setNow(job.start_date);
    await move(other, job.id, 'start');
    expect(await seen()).toBe('claimed');
    await move(owner, job.id, 'cancel');
    expect(await seen()).toBe('cancelled');
  });

  it("shows the sitter's payment handle only to the owner [J8]", async () => {
    const { job } = await claimed();
    const payoutFor = async (who: TestMember) => {
      const seen = await kindpal.callerFor(who).job.get({ id: job.id });
      return seen.view === 'member' ? seen.payout : undefined;
    };
    expect(await payoutFor(owner)).toEqual({ handle: '$walks', links: [] });
    expect(await payoutFor(sitter)).toBeNull();
    expect(
      await payoutFor(await createMember(kindpal.services.db, { app_role: 'admin' })),
    ).toBeNull();
    await move(owner, job.id, 'release');
    expect(await payoutFor(owner)).toBeNull();
  });
});

describe('what the scheduler does to jobs [J9]', () => {
  it('cancels an unclaimed job at its end as expired', async () => {
    const job = await ownJob();
    const held = await claimed();
    kindpal.setNow(new Date(job.end_date.getTime() - 1));
    await expireJobs(kindpal.services);
    expect((await kindpal.callerFor(owner).job.get({ id: job.id })).status).toBe('open');
    kindpal.setNow(new Date(held.job.end_date.getTime() + HOUR));
    await expireJobs(kindpal.services);
    expect(await kindpal.callerFor(owner).job.get({ id: job.id })).toMatchObject({
      status: 'cancelled',
      cancel_code: 'expired',
      cancel_reason: null,
    });
    expect((await kindpal.callerFor(owner).job.get({ id: held.job.id })).status).toBe('claimed');
  });

  it('confirms a completion unanswered for 48 hours', async () => {
    const { job } = await claimed();
    kindpal.setNow(job.start_date);
    await move(sitter, job.id, 'start');
    await move(sitter, job.id, 'complete');
    kindpal.setNow(new Date(job.start_date.getTime() + 48 * HOUR - 1));
    await confirmCompletedJobs(kindpal.services);
    expect((await kindpal.callerFor(owner).job.get({ id: job.id })).can.confirm).toBe(true);
    kindpal.setNow(new Date(job.start_date.getTime() + 48 * HOUR));
    await confirmCompletedJobs(kindpal.services);
    expect((await kindpal.callerFor(owner).job.get({ id: job.id })).can.confirm).toBeUndefined();
  });

  it('confirms several while an owner confirms another claim of the same people', async () => {
    const { db } = kindpal.services;
    const { pool } = db;
    const [first, second, third] = await createSorted(3);
    const completed = async (owner_id: string, sitter_id: string, hours: number) => {
      const { job, claim } = await createClaim(db, {
        job: await createJob(db, { owner_id }),
        sitter_id,
      });
      const ago = `${hours} hours`;
      await pool.query(`UPDATE jobs SET status = 'completed' WHERE id = $1`, [job.id]);
      await pool.query(
        `UPDATE job_claims SET started_at = now() - $2::interval, completed_at = now() - $2::interval
         WHERE id = $1`,
        [claim.id, ago],
      );
      return job.id;
    };
    const due = [
      await completed(second.id, third.id, 49),
      await completed((await createMember(db)).id, first.id, 49),
    ];
    const fresh = await completed(second.id, first.id, 1);
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query(`INSERT INTO reliability (member_id, side) VALUES ($1, 'sitter')`, [
      third.id,
    ]);
    const byClock = outcomeOfCall(confirmCompletedJobs(kindpal.services));
    await untilLockWaits(pool, 1);
    const byOwner = outcomeOfCall(move(second, fresh, 'confirm'));
    await untilLockWaits(pool, 2);
    await holder.query('ROLLBACK');
    holder.release();
    expect([await byClock, await byOwner]).toEqual(['ok', 'ok']);
    const { rows } = await pool.query(
      `SELECT FROM job_claims WHERE job_id = ANY ($1) AND end_reason = 'completed'`,
      [[...due, fresh]],
    );
    expect(rows).toHaveLength(3);
  });
});

/** Members in the order of their ids, which is that of their records. */
async function createSorted(count: number): Promise<[TestMember, TestMember, TestMember]> {
  const created = await Promise.all(
    Array.from({ length: count }, () => createMember(kindpal.services.db, { role: 'both' })),
  );
  created.sort((one, other) => (one.id < other.id ? -1 : 1));
  return created as [TestMember, TestMember, TestMember];
}

describe('the state graph against the database [J9]', () => {
  const actions = JOB_ACTIONS.filter((action) => action !== 'expire');
  const step = fc.record({
    action: fc.constantFrom(...actions),
    who: fc.constantFrom('owner', 'sitter', 'other'),
    hours: fc.integer({ min: 0, max: 30 }),
  });

  it('refuses a claim of a job that the claimant has completed', async () => {
    const job = await ownJob();
    const now = job.start_date.getTime() - 2 * HOUR;
    kindpal.setNow(new Date(now));
    for (const action of ['claim', 'start', 'complete', 'claim'] as const) {
      await attempt(job.id, action, other, now);
    }
  });

  it('is followed exactly by any sequence of attempts by anybody', async () => {
    const people = { owner, sitter, other } as const;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const job = await ownJob();
        let now = job.start_date.getTime() - 6 * HOUR;
        for (const { action, who, hours } of steps) {
          now += hours * HOUR;
          kindpal.setNow(new Date(now));
          await attempt(job.id, action, people[who], now);
        }
      }),
      { numRuns: 40 },
    );
  });

  /**
   * The number of ended claims whose note, shown in lists, differs from the reason in the
   * history.
   */
  async function countOtherWords(id: string): Promise<number | null> {
    const { rowCount } = await kindpal.services.db.pool.query(
      `SELECT FROM job_claims claim
       WHERE claim.job_id = $1 AND claim.ended_at IS NOT NULL AND claim.end_reason <> 'completed'
         AND claim.end_note IS DISTINCT FROM (SELECT event.reason FROM job_events event
           WHERE event.claim_id = claim.id ORDER BY event.created_at DESC LIMIT 1)`,
      [id],
    );
    return rowCount;
  }

  /** Tries an action, and compares the outcome and the database with the state graph. */
  async function attempt(
    id: string,
    action: JobAction,
    who: TestMember,
    now: number,
  ): Promise<void> {
    const before = await findJob(kindpal.services.db, owner.credential, id);
    if (!before) throw new Error('the job vanished');
    const relation =
      who.id === owner.id ? 'owner' : who.id === before.claim?.sitter_id ? 'claimant' : 'sitter';
    const allowed = canActOnJob(action, {
      job: jobFactsOf(before.job, before.claim),
      relation,
      now,
    });
    const call =
      action === 'claim'
        ? kindpal.callerFor(who).claim.create({ job_id: id })
        : kindpal.callerFor(who).job.move({
            job_id: id,
            action: action as MoveAction,
            reason: `${action} at ${now}`,
          });
    const done = await call.then(
      () => true,
      () => false,
    );
    const ownClaimAgain =
      action === 'claim' && relation === 'claimant' && before.job.status !== 'completed';
    expect(done, `${action} by ${relation} in ${before.job.status}`).toBe(allowed || ownClaimAgain);
    const after = await findJob(kindpal.services.db, owner.credential, id);
    expect(after?.job.status).toBe(
      allowed ? outcomeOf(action, jobFactsOf(before.job, null), now).status : before.job.status,
    );
    const held = ['claimed', 'in_progress', 'completed'].includes(after?.job.status ?? '');
    expect(Boolean(after?.claim), 'a claim exists exactly while the job is held').toBe(held);
    expect(await countOtherWords(id), 'a claim ends with the words of its history').toBe(0);
  }
});
