import { EMPTY_AVAILABILITY, EMPTY_WEEK } from '@kindpal/contract/availability/rules';
import type { ClaimWarning, ClaimWarningCode } from '@kindpal/contract/claim/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { users } from '../db/schema/member.ts';
import { createJob, createMember, type TestMember } from '../testing/factories.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

const HOUR = 3_600_000;
let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

/** A Monday from nine to eleven in New York, far in the future. */
const MONDAY = new Date('2027-03-01T14:00:00Z');
const post = (start = MONDAY, hours = 2) =>
  createJob(kindpal.services.db, {
    start_date: start,
    end_date: new Date(start.getTime() + hours * HOUR),
  });
const createSitter = (given: Partial<typeof users.$inferInsert> = {}) =>
  createMember(kindpal.services.db, { role: 'pet_sitter', ...given });
const claim = (who: TestMember, job_id: string, accepted_warnings?: ClaimWarningCode[]) =>
  kindpal.callerFor(who).claim.create({ job_id, accepted_warnings });
async function warningsOf(call: Promise<unknown>): Promise<ClaimWarning[]> {
  const { code, data } = await errorOf(call);
  expect(code).toBe('CLAIM_NEEDS_CONFIRMATION');
  return (data as { warnings: ClaimWarning[] }).warnings;
}
const codes = (warnings: ClaimWarning[]) => warnings.map(({ code }) => code);

const hours = (given: object) => ({
  ...EMPTY_AVAILABILITY,
  weeklySchedule: { ...EMPTY_WEEK, monday: [{ start: '09:00', end: '10:00' }] },
  timeZone: 'America/New_York',
  ...given,
});

describe('a claim against the sitter’s own calendar', () => {
  it('asks first when outside their hours, away or switched off, and succeeds when they confirm [J5]', async () => {
    const away = { unavailableDateRanges: [{ start: '2027-03-01', end: '2027-03-02' }] };
    for (const [given, code] of [
      [{ availability_data: hours({}) }, 'outside_hours'],
      [{ availability_data: hours(away) }, 'away'],
      [{ availability_enabled: false }, 'switched_off'],
    ] as const) {
      const sitter = await createSitter(given);
      const job = await post();
      expect(await warningsOf(claim(sitter, job.id, []))).toEqual([{ code, jobs: [] }]);
      expect((await kindpal.callerFor(sitter).job.get({ id: job.id })).status).toBe('open');
      expect((await claim(sitter, job.id, [code])).sitter_id).toBe(sitter.id);
    }
  });

  it('asks nothing within their hours, or of a sitter without hours [J5]', async () => {
    const early = await post(MONDAY, 1);
    expect(
      await outcomeOf(claim(await createSitter({ availability_data: hours({}) }), early.id, [])),
    ).toBe('ok');
    expect(await outcomeOf(claim(await createSitter(), (await post()).id, []))).toBe('ok');
  });

  it('names the jobs that overlap, and refuses an exact double booking despite any confirmation [J5]', async () => {
    const sitter = await createSitter();
    const held = await post();
    await claim(sitter, held.id);
    const overlapping = await post(new Date(MONDAY.getTime() + HOUR));
    const warnings = await warningsOf(claim(sitter, overlapping.id, ['away', 'outside_hours']));
    expect(warnings).toMatchObject([{ code: 'overlap', jobs: [{ id: held.id }] }]);
    expect(Date.parse(warnings[0]?.jobs[0]?.start_date ?? '')).toBe(MONDAY.getTime());
    expect(await outcomeOf(claim(sitter, overlapping.id, ['overlap']))).toBe('ok');
    for (const accepted of [[], ['overlap' as const], undefined]) {
      expect(await refusalOf(claim(sitter, (await post()).id, accepted))).toBe('DOUBLE_BOOKED');
    }
    const after = await post(new Date(MONDAY.getTime() + 3 * HOUR));
    expect(await outcomeOf(claim(sitter, after.id, []))).toBe('ok');
  });

  it('asks for all confirmations together, and asks again about new ones [J5]', async () => {
    const sitter = await createSitter({ availability_enabled: false });
    const job = await post();
    expect(codes(await warningsOf(claim(sitter, job.id, [])))).toEqual(['switched_off']);
    await claim(sitter, (await post(new Date(MONDAY.getTime() - HOUR))).id);
    const both = await warningsOf(claim(sitter, job.id, ['switched_off']));
    expect(codes(both)).toEqual(['switched_off', 'overlap']);
    expect(await outcomeOf(claim(sitter, job.id, codes(both)))).toBe('ok');
  });

  it('succeeds without asking for an API client that sends no warnings, as specified [J5] [X2]', async () => {
    const sitter = await createSitter({ availability_enabled: false });
    await claim(sitter, (await post()).id);
    const overlapping = await post(new Date(MONDAY.getTime() + HOUR));
    expect((await claim(sitter, overlapping.id)).job_id).toBe(overlapping.id);
  });

  it('keeps one of twenty overlapping jobs claimed at once without a confirmation [J5]', async () => {
    const sitter = await createSitter();
    const jobs = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post(new Date(MONDAY.getTime() + n * 60_000))),
    );
    const outcomes = await Promise.all(jobs.map(({ id }) => outcomeOf(claim(sitter, id, []))));
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'CLAIM_NEEDS_CONFIRMATION']));
    const { items } = await kindpal.callerFor(sitter).claim.list({ live: 'true' });
    expect(items).toHaveLength(1);
  });

  it('says that the job is gone before it asks anything, and reveals no times of a hidden job [J5]', async () => {
    const sitter = await createSitter({ availability_enabled: false });
    const gone = await post();
    await claim(await createSitter(), gone.id);
    expect(await refusalOf(claim(sitter, gone.id, []))).toBe('JOB_ALREADY_CLAIMED');
    const owner = await createMember(kindpal.services.db, { suspended_at: new Date() });
    const hidden = await createJob(kindpal.services.db, { owner_id: owner.id });
    expect(await refusalOf(claim(sitter, hidden.id, []))).toBe('NOT_FOUND');
  });

  it('succeeds once with a double click, and asks once [J5]', async () => {
    const sitter = await createSitter();
    const job = await post();
    const [first, second] = await Promise.all([
      claim(sitter, job.id, []),
      claim(sitter, job.id, []),
    ]);
    expect(second.id).toBe(first.id);
  });
});
