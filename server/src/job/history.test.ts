import type { JobEvent } from '@kindpal/contract/job/history';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { confirmCompletedJobs, expireJobs } from './expire-jobs.ts';

const HOUR = 3_600_000;
let kindpal: TestKindpal;
let owner: TestMember;
let first: TestMember;
let second: TestMember;
let staff: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  const { db } = kindpal.services;
  owner = await createMember(db, { first_name: 'Olive', last_name: 'Owner' });
  first = await createMember(db, { first_name: 'Sam', last_name: 'First', role: 'pet_sitter' });
  second = await createMember(db, { first_name: 'Kim', last_name: 'Second', role: 'pet_sitter' });
  staff = await createMember(db, { app_role: 'admin' });
});
afterEach(() => kindpal.setNow(null));
afterAll(() => kindpal.stop());

const postJob = () => createJob(kindpal.services.db, { owner_id: owner.id });
const claim = (who: TestMember, job_id: string) => kindpal.callerFor(who).claim.create({ job_id });
const move = (
  who: TestMember,
  job_id: string,
  action: Parameters<ReturnType<TestKindpal['callerFor']>['job']['move']>[0]['action'],
  reason?: string,
) => kindpal.callerFor(who).job.move({ job_id, action, reason });
async function historyOf(who: TestMember, job_id: string): Promise<JobEvent[]> {
  return (await kindpal.callerFor(who).job.listEvents({ job_id })).items;
}
/** Each entry in short, newest first: who did what, and why. */
const told = (events: JobEvent[]) =>
  events.map(({ action, actor_role, actor, reason }) =>
    [actor?.full_name ?? actor_role, action, reason].filter(Boolean).join(': '),
  );

describe('the history of a job', () => {
  it('tells its owner who did what, with the reasons [J6] [J9]', async () => {
    const { id, start_date } = await postJob();
    await claim(first, id);
    await move(first, id, 'release', 'A cold, sorry.');
    await claim(second, id);
    kindpal.setNow(start_date);
    await move(second, id, 'start');
    await move(second, id, 'complete');
    await move(owner, id, 'dispute', 'The door is open.');
    await move(second, id, 'complete');
    await move(owner, id, 'confirm');
    expect(told(await historyOf(owner, id))).toEqual([
      'Olive Owner: confirm',
      'Kim Second: complete',
      'Olive Owner: dispute: The door is open.',
      'Kim Second: complete',
      'Kim Second: start',
      'Kim Second: claim',
      'Sam First: release: A cold, sorry.',
      'Sam First: claim',
      'Olive Owner: post',
    ]);
  });

  it('tells a sitter of their own claim and of the job, never of another sitter [J6]', async () => {
    const { id, start_date } = await postJob();
    await claim(first, id);
    await move(owner, id, 'release', 'My sister comes.');
    await claim(second, id);
    kindpal.setNow(start_date);
    await move(second, id, 'start');
    await move(second, id, 'complete');
    await move(owner, id, 'dispute', 'Words to Kim.');
    await move(owner, id, 'cancel', 'Words to Kim.');
    kindpal.setNow(null);
    await move(owner, id, 'reopen');
    const seen = await historyOf(first, id);
    expect(told(seen)).toEqual([
      'Olive Owner: reopen',
      'Olive Owner: cancel',
      'Olive Owner: release: My sister comes.',
      'Sam First: claim',
      'Olive Owner: post',
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/Kim|Second|Words to/);
    expect(JSON.stringify(seen)).not.toContain(second.id);
    const own = (await kindpal.callerFor(first).claim.list({ job_id: id })).items.map(
      (one) => one.id,
    );
    expect(new Set(seen.flatMap(({ claim_id }) => claim_id ?? []))).toEqual(new Set(own));
    expect(told(await historyOf(second, id))).toContain('Olive Owner: cancel: Words to Kim.');
  });

  it('is empty for staff and other members, and not found for visitors [J4]', async () => {
    const { id } = await postJob();
    await claim(first, id);
    expect(await refusalOf(historyOf(second, id))).toBe('NOT_FOUND');
    expect(await historyOf(staff, id)).toEqual([]);
    await move(first, id, 'release', 'Private words.');
    expect(await historyOf(second, id)).toEqual([]);
    expect(await refusalOf(kindpal.callerFor(null).job.listEvents({ job_id: id }))).toBe(
      'UNAUTHORIZED',
    );
  });

  it('names the system for automatic changes, and no staff member [J9] [S4]', async () => {
    const expired = await postJob();
    const job = await postJob();
    await claim(first, job.id);
    const takenDown = await postJob();
    await claim(second, takenDown.id);
    const reason = 'It sells cars.';
    await kindpal.callerFor(staff).staff.takeDownJob({ job_id: takenDown.id, reason });
    kindpal.setNow(job.start_date);
    await move(first, job.id, 'start');
    await move(first, job.id, 'complete');
    kindpal.setNow(new Date(expired.end_date.getTime() + 49 * HOUR));
    await Promise.all([1, 2, 3].map(() => confirmCompletedJobs(kindpal.services)));
    await Promise.all([1, 2, 3].map(() => expireJobs(kindpal.services)));
    expect(told(await historyOf(first, job.id)).slice(0, 2)).toEqual([
      'system: confirm',
      'Sam First: complete',
    ]);
    expect(told(await historyOf(owner, expired.id))).toEqual([
      'system: expire',
      'Olive Owner: post',
    ]);
    for (const who of [owner, second]) {
      const seen = await historyOf(who, takenDown.id);
      expect(told(seen)[0]).toBe(`staff: take_down: ${reason}`);
      expect(JSON.stringify(seen)).not.toContain(staff.id);
    }
  });

  it('records one confirmation when the owner answers just as the system does, and neither fails [J9]', async () => {
    const { pool } = kindpal.services.db;
    const { id, start_date } = await postJob();
    await claim(first, id);
    kindpal.setNow(start_date);
    await move(first, id, 'start');
    await move(first, id, 'complete');
    kindpal.setNow(new Date(start_date.getTime() + 49 * HOUR));
    // The owner's answer, between locking the job and writing the claim.
    const answer = await pool.connect();
    await answer.query('BEGIN');
    await answer.query('SELECT FROM jobs WHERE id = $1 FOR UPDATE', [id]);
    const byClock = confirmCompletedJobs(kindpal.services);
    await vi.waitUntil(async () => {
      const { rowCount } = await pool.query(
        `SELECT FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')`,
      );
      return (rowCount ?? 0) > 0;
    });
    await answer.query(
      `UPDATE job_claims SET confirmed_at = now(), ended_at = now(), end_reason = 'completed'
       WHERE job_id = $1`,
      [id],
    );
    await answer.query('COMMIT');
    answer.release();
    await byClock;
    expect(told(await historyOf(owner, id)).filter((line) => /confirm/.test(line))).toEqual([]);
    await Promise.all([1, 2, 3].map(() => confirmCompletedJobs(kindpal.services)));
    expect(told(await historyOf(owner, id))[0]).toBe('Sam First: complete');
  });

  it('records a concurrent action of two once [J6]', async () => {
    const { id } = await postJob();
    await claim(first, id);
    await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => move(n % 2 ? owner : first, id, 'release', `No ${n}`)),
    );
    const seen = await historyOf(owner, id);
    expect(seen.map(({ action }) => action)).toEqual(['release', 'claim', 'post']);
  });

  it('is read page by page, however long it is [J6]', async () => {
    const { id } = await postJob();
    for (let n = 0; n < 12; n++) {
      await claim(n % 2 ? first : second, id);
      await move(owner, id, 'release', `No ${n}`);
    }
    const all = await kindpal.callerFor(owner).job.listEvents({ job_id: id, limit: 50 });
    const pages: JobEvent[] = [];
    let cursor: string | undefined;
    do {
      const page = await kindpal.callerFor(owner).job.listEvents({ job_id: id, limit: 7, cursor });
      pages.push(...page.items);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(all.items).toHaveLength(25);
    expect(pages).toEqual(all.items);
  });

  it('cannot be changed, and is deleted with the account that it is about [J6]', async () => {
    const { db } = kindpal.services;
    const leaving = await createMember(db, { role: 'pet_sitter' });
    const { job } = await createClaim(db, { job: await postJob(), sitter_id: leaving.id });
    await move(leaving, job.id, 'release', 'Words to forget.');
    for (const statement of ["UPDATE job_events SET reason = 'x'", 'DELETE FROM job_events']) {
      await expect(db.pool.query(statement)).rejects.toThrow(/denied/);
      await expect(kindpal.asOwner(statement)).rejects.toThrow(/append-only/);
    }
    await kindpal.asOwner(`DELETE FROM auth."user" WHERE id = '${leaving.id}'`);
    expect(told(await historyOf(owner, job.id))).toEqual(['Olive Owner: post']);
  });
});

describe('the reason of a cancelled job [J9]', () => {
  it('distinguishes a member who typed "expired" from a job that expired', async () => {
    const { id } = await postJob();
    expect(await move(owner, id, 'cancel', 'expired')).toMatchObject({
      cancel_code: 'by_owner',
      cancel_reason: 'expired',
    });
  });

  it('does not reopen a job that is over when its sitter is reported or leaves', async () => {
    for (const action of ['report_no_show', 'release'] as const) {
      const job = await postJob();
      await claim(first, job.id);
      kindpal.setNow(job.end_date);
      expect(await move(owner, job.id, action, 'Nobody came.')).toMatchObject({
        status: 'cancelled',
        cancel_code: 'expired',
        cancel_reason: null,
        claim: null,
      });
      expect(told(await historyOf(first, job.id))[0]).toBe(`Olive Owner: ${action}: Nobody came.`);
      kindpal.setNow(null);
    }
  });

  it('keeps impossible states out of the database', async () => {
    const { db } = kindpal.services;
    const { id } = await postJob();
    for (const change of [
      "status = 'cancelled'",
      "cancel_code = 'expired'",
      "status = 'cancelled', cancel_code = 'because'",
      "cancel_reason = 'Open, and yet a reason'",
      "status = 'cancelled', cancel_code = 'expired', cancel_reason = 'Said by nobody'",
    ]) {
      const query = db.pool.query(`UPDATE jobs SET ${change} WHERE id = $1`, [id]);
      await expect(query, change).rejects.toThrow(/jobs_cancel/);
    }
    const { claim: own } = await createClaim(db, { job: await postJob(), sitter_id: first.id });
    const ending = "UPDATE job_claims SET ended_at = now(), end_reason = 'bored' WHERE id = $1";
    await expect(db.pool.query(ending, [own.id])).rejects.toThrow(/end_reason/);
  });
});
