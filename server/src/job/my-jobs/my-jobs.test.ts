import {
  type JobSide,
  jobPhaseSchema,
  type MyJobsState,
  phaseOfJob,
} from '@kindpal/contract/job/my-jobs';
import { jobStatusSchema } from '@kindpal/contract/job/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobClaims } from '../../db/schema/claim.ts';
import { jobs } from '../../db/schema/job.ts';
import { users } from '../../db/schema/member.ts';
import { createClaim, createJob, createMember, type TestMember } from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { confirmCompletedJobs } from '../expire-jobs.ts';
import { PHASE } from './my-jobs-statement.ts';

const HOUR = 3_600_000;
let kindpal: TestKindpal;
let owner: TestMember;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

async function comeAnew(): Promise<void> {
  const { db } = kindpal.services;
  [owner, sitter] = await Promise.all([
    createMember(db, { role: 'pet_owner', last_name: 'Featherstone' }),
    createMember(db, { role: 'pet_sitter' }),
  ]);
}

type Asked = { state?: MyJobsState; search?: string; limit?: number };

/** The titles of all pages; the pet's name for a job that is not shown in full. */
async function titles(who: TestMember, as: JobSide, asked: Asked = {}): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await kindpal.callerFor(who).job.listMine({ as, limit: 20, ...asked, cursor });
    found.push(
      ...page.items.map(({ job }) => (job.view === 'member' ? job.title : job.pet_details.name)),
    );
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return found;
}

const inHours = (hours: number) => {
  const start = Date.now() + hours * HOUR;
  return { start_date: new Date(start), end_date: new Date(start + HOUR) };
};

/** A job of the owner that starts in `hours`. */
const post = (title: string, hours: number, given: object = {}) =>
  createJob(kindpal.services.db, { owner_id: owner.id, title, ...inHours(hours), ...given });

/** The same, claimed by the sitter through the API. */
async function postAndClaim(title: string, hours: number) {
  const job = await post(title, hours);
  const claim = await kindpal.callerFor(sitter).claim.create({ job_id: job.id });
  return { job, claim };
}

const move = (
  who: TestMember,
  job_id: string,
  action: Parameters<ReturnType<TestKindpal['callerFor']>['job']['move']>[0]['action'],
  reason?: string,
) => kindpal.callerFor(who).job.move({ job_id, action, reason });

describe('the jobs of an owner', () => {
  beforeAll(comeAnew);

  it('are all found, the seventh of 29 and the last, newest first and each once [D1]', async () => {
    const posted: string[] = [];
    for (let n = 1; n <= 29; n++) posted.push((await post(`Job ${n}`, n)).title);
    expect(await titles(owner, 'owner', { limit: 6 })).toEqual(posted.reverse());
    const first = await kindpal.callerFor(owner).job.listMine({ as: 'owner', limit: 6 });
    const { items } = await kindpal
      .callerFor(owner)
      .job.listMine({ as: 'owner', limit: 6, cursor: first.next_cursor ?? undefined });
    expect(items[0]?.job).toMatchObject({ title: posted[6] });
    expect((await kindpal.callerFor(owner).job.countMine()).owner).toEqual({
      open: 29,
      upcoming: 0,
      in_progress: 0,
      to_confirm: 0,
      past: 0,
    });
  });

  it('that start at the same time are each on one page [D1]', async () => {
    const { start_date, end_date } = inHours(200);
    for (let n = 0; n < 5; n++) await post(`Twin ${n}`, 200, { start_date, end_date });
    const twins = await titles(owner, 'owner', { state: 'open', limit: 2, search: 'twin' });
    expect([...twins].sort()).toEqual([0, 1, 2, 3, 4].map((n) => `Twin ${n}`));
  });
});

describe('the jobs of an owner and their sitter', () => {
  beforeAll(comeAnew);

  it('are in one phase each, for both, through the whole life of a job [D1 D3 J9]', async () => {
    const { job } = await postAndClaim('All of it', 1);
    const phases = async () =>
      Promise.all(
        (
          [
            [owner, 'owner'],
            [sitter, 'sitter'],
          ] as const
        ).map(async ([who, as]) => {
          const counts = (await kindpal.callerFor(who).job.countMine())[as];
          const counted = jobPhaseSchema.options.filter((phase) => counts[phase] > 0);
          const { items } = await kindpal.callerFor(who).job.listMine({ as });
          for (const state of jobPhaseSchema.options) {
            const isHere = counted.includes(state);
            expect(await titles(who, as, { state }), `${as} ${state}`).toEqual(
              isHere ? ['All of it'] : [],
            );
          }
          expect(items.map(({ phase }) => phase)).toEqual(counted);
          return counted.join();
        }),
      );
    expect(await phases()).toEqual(['upcoming', 'upcoming']);
    await move(sitter, job.id, 'start');
    expect(await phases()).toEqual(['in_progress', 'in_progress']);
    await move(sitter, job.id, 'complete');
    expect(await phases()).toEqual(['to_confirm', 'to_confirm']);
    await move(owner, job.id, 'dispute', 'The bowl is empty');
    expect(await phases()).toEqual(['in_progress', 'in_progress']);
    await move(sitter, job.id, 'complete');
    await move(owner, job.id, 'confirm');
    expect(await phases()).toEqual(['past', 'past']);
  });

  it('that nobody answers are past when the scheduler confirms them [J9]', async () => {
    await comeAnew();
    const { job } = await postAndClaim('Unanswered', 1);
    await move(sitter, job.id, 'start');
    await move(sitter, job.id, 'complete');
    kindpal.setNow(new Date(Date.now() + 49 * HOUR));
    await confirmCompletedJobs(kindpal.services);
    kindpal.setNow(null);
    expect(await titles(owner, 'owner', { state: 'past' })).toEqual(['Unanswered']);
    expect(await titles(sitter, 'sitter', { state: 'past' })).toEqual(['Unanswered']);
    expect(await titles(owner, 'owner', { state: 'to_confirm' })).toEqual([]);
  });

  it('to come are soonest first, and past ones latest first [D1 D3]', async () => {
    await comeAnew();
    const claimed = [];
    for (const hours of [30, 10, 20]) claimed.push(await postAndClaim(`In ${hours}`, hours));
    for (const [who, as] of [
      [owner, 'owner'],
      [sitter, 'sitter'],
    ] as const) {
      const soonest = ['In 10', 'In 20', 'In 30'];
      expect(await titles(who, as, { state: 'upcoming', limit: 1 })).toEqual(soonest);
      expect(await titles(who, as, { state: 'current', limit: 2 })).toEqual(soonest);
      expect(await titles(who, as, { limit: 2 })).toEqual(['In 20', 'In 10', 'In 30']);
    }
    for (const { job } of claimed) await move(owner, job.id, 'cancel', 'Plans changed');
    expect(await titles(owner, 'owner', { state: 'past', limit: 2 })).toEqual([
      'In 30',
      'In 20',
      'In 10',
    ]);
    // Their sitter no longer sees them in full; the latest to end comes first.
    const { items } = await kindpal.callerFor(sitter).job.listMine({ as: 'sitter', state: 'past' });
    expect(items.map(({ job: { id } }) => id)).toEqual(claimed.map(({ job }) => job.id).reverse());
  });

  it('show both who ended a claim, how, and why [D3 J6]', async () => {
    await comeAnew();
    const { job } = await postAndClaim('Given back', 30);
    const before = await kindpal.callerFor(sitter).job.listMine({ as: 'sitter' });
    expect(before.items[0]).toMatchObject({ can: { chat: true, release: true } });
    await move(sitter, job.id, 'release', 'I broke my leg');
    const ended = { end_reason: 'released', end_note: 'I broke my leg', ended_by: 'sitter' };
    for (const [who, as] of [
      [owner, 'owner'],
      [sitter, 'sitter'],
    ] as const) {
      const { items } = await kindpal.callerFor(who).job.listMine({ as });
      expect(items).toHaveLength(1);
      expect(items[0]?.claim).toMatchObject(ended);
      expect(items[0]?.can).toEqual({ chat: true });
    }
    const [gone] = (await kindpal.callerFor(sitter).job.listMine({ as: 'sitter' })).items;
    expect(gone?.phase).toBe('past');
  });
});

describe('the claims of a sitter', () => {
  beforeAll(comeAnew);

  it('are all found when they are over: finished, released, cancelled, missed [D3]', async () => {
    const { db } = kindpal.services;
    for (const end_reason of ['completed', 'released', 'cancelled', 'no_show'] as const) {
      for (let n = 0; n < 3; n++) {
        const { claim, job } = await createClaim(db, { sitter_id: sitter.id });
        const status = end_reason === 'completed' ? 'completed' : 'cancelled';
        const cancel_code = status === 'cancelled' ? 'by_owner' : null;
        await db.drizzle.update(jobs).set({ status, cancel_code }).where(eq(jobs.id, job.id));
        await db.drizzle
          .update(jobClaims)
          .set({ ended_at: new Date(), end_reason })
          .where(eq(jobClaims.id, claim.id));
      }
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await kindpal
        .callerFor(sitter)
        .job.listMine({ as: 'sitter', state: 'past', limit: 5, cursor });
      seen.push(...page.items.map(({ claim }) => `${claim?.end_reason}`));
      expect(page.items.every(({ can }) => can.chat && !can.release)).toBe(true);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(12);
    expect(new Set(seen)).toEqual(new Set(['completed', 'released', 'cancelled', 'no_show']));
    expect((await kindpal.callerFor(sitter).job.countMine()).sitter.past).toBe(12);
  });

  it('that were released show no more than the public view once another sitter holds the job, in searches too [D3 J4]', async () => {
    await comeAnew();
    const { job } = await postAndClaim('Xanthippe', 40);
    expect(await titles(sitter, 'sitter', { search: 'xanth' })).toEqual(['Xanthippe']);
    await move(owner, job.id, 'release', 'Sorry');
    // Once it is open again, everybody sees it.
    expect(await titles(sitter, 'sitter', { search: 'xanth' })).toEqual(['Xanthippe']);
    await createClaim(kindpal.services.db, { job });
    expect(await titles(sitter, 'sitter', { search: 'xanth' })).toEqual([]);
    const { items } = await kindpal
      .callerFor(sitter)
      .job.listMine({ as: 'sitter', search: 'biscuit' });
    expect(items).toHaveLength(1);
    expect(items[0]?.job.view).toBe('public');
    expect(items[0]?.claim?.end_note).toBe('Sorry');
    expect(JSON.stringify(items)).not.toMatch(/Xanthippe|Featherstone|Elm Street/);
  });

  it('on an open job of a suspended owner show the public view [D3]', async () => {
    await comeAnew();
    const { db } = kindpal.services;
    const { job } = await postAndClaim('Of the suspended', 50);
    await move(sitter, job.id, 'release');
    await db.drizzle.update(users).set({ suspended_at: new Date() }).where(eq(users.id, owner.id));
    const { items } = await kindpal.callerFor(sitter).job.listMine({ as: 'sitter' });
    expect(items.map(({ job }) => job.view)).toEqual(['public']);
    expect(await titles(sitter, 'sitter', { search: 'suspended' })).toEqual([]);
  });
});

describe('My jobs', () => {
  beforeAll(comeAnew);

  it('are private: none of others’, and none for a visitor [D1 D3 S6]', async () => {
    const { job } = await postAndClaim('Mine', 60);
    const stranger = await createMember(kindpal.services.db, { role: 'both' });
    expect(await titles(stranger, 'owner')).toEqual([]);
    expect(await titles(stranger, 'sitter')).toEqual([]);
    expect(await titles(sitter, 'owner')).toEqual([]);
    expect(await titles(owner, 'sitter')).toEqual([]);
    const other = await postAndClaim('Of another owner', 61);
    expect(other.job.id).not.toBe(job.id);
    const visitor = kindpal.callerFor(null);
    expect(await refusalOf(visitor.job.listMine({ as: 'owner' }))).toBe('UNAUTHORIZED');
    expect(await refusalOf(visitor.job.countMine())).toBe('UNAUTHORIZED');
  });

  it('name the other sitter only to the owner: a former sitter does not learn who came next [D3]', async () => {
    await comeAnew();
    const { job } = await postAndClaim('Two sitters', 70);
    await move(sitter, job.id, 'release');
    const next = await createMember(kindpal.services.db, { role: 'pet_sitter' });
    await kindpal.callerFor(next).claim.create({ job_id: job.id });
    const mine = await kindpal.callerFor(sitter).job.listMine({ as: 'sitter' });
    expect(mine.items.map((item) => item.sitter?.id)).toEqual([sitter.id]);
    expect(JSON.stringify(mine)).not.toContain(next.id);
    const owned = await kindpal.callerFor(owner).job.listMine({ as: 'owner' });
    expect(owned.items[0]?.sitter?.id).toBe(next.id);
    // Each claim of a sitter is its own row, even two of the same job.
    await move(next, job.id, 'release');
    await kindpal.callerFor(sitter).claim.create({ job_id: job.id });
    const again = await kindpal.callerFor(sitter).job.listMine({ as: 'sitter' });
    expect(again.items.map(({ job: { id }, phase }) => [id, phase])).toEqual([
      [job.id, 'upcoming'],
      [job.id, 'past'],
    ]);
  });

  it('find words in any visible column, and no others [D1]', async () => {
    await comeAnew();
    await post('Quokka', 80, { description: 'Feed it plums' });
    await post('Other', 81, { pet_breed: 'Quoll' });
    expect(await titles(owner, 'owner', { search: 'quo' })).toEqual(['Other', 'Quokka']);
    expect(await titles(owner, 'owner', { search: 'plums quo' })).toEqual(['Quokka']);
    expect(await titles(owner, 'owner', { search: 'Elm Street' })).toEqual([]);
    expect(await titles(owner, 'owner', { search: 'quo', state: 'past' })).toEqual([]);
  });

  it('count up to 1,000 per phase [D1]', async () => {
    await comeAnew();
    await kindpal.asOwner(`INSERT INTO jobs (owner_id, title, description, job_type, start_date,
        end_date, time_zone, total_amount)
      SELECT '${owner.id}', 'Job ' || n, '', 'both', now() + n * interval '1 hour',
        now() + (n + 1) * interval '1 hour', 'UTC', 0 FROM generate_series(1, 1100) n`);
    expect((await kindpal.callerFor(owner).job.countMine()).owner.open).toBe(1000);
  });
});

it('the database and the contract agree on the phase of every job [J9]', async () => {
  for (const status of jobStatusSchema.options) {
    for (const awaits of [false, true]) {
      const { rows } = await kindpal.services.db.pool.query<{ phase: string }>(
        `SELECT ${PHASE} AS phase
         FROM (SELECT $1::text AS status, $2::boolean AS awaits_confirmation) job`,
        [status, awaits],
      );
      // Only a completed job can await confirmation; the combination with cancelled is
      // impossible.
      if (status === 'cancelled' && awaits) continue;
      expect(rows[0]?.phase, `${status} ${awaits}`).toBe(phaseOfJob(status, awaits));
    }
  }
});
