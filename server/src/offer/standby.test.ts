import { STANDBY_MAX, TURN_MINUTES } from '@kindpal/contract/offer/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifyByClock } from '../notification/queue/queue-mails.ts';
import { createRandom } from '../seed/random.ts';
import { createJob, createMember, type TestMember } from '../testing/factories.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let owner: TestMember;
let holder: TestMember;
let job_id: string;

beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  const { db } = kindpal.services;
  owner = await createMember(db, { role: 'both' });
  holder = await createSitter();
  job_id = (await createJob(db, { owner_id: owner.id })).id;
  await claim(holder);
});

const as = (who: TestMember) => kindpal.callerFor(who);
const createSitter = () => createMember(kindpal.services.db, { role: 'pet_sitter' });
const createSitters = (count: number) => Promise.all(Array.from({ length: count }, createSitter));
const claim = (who: TestMember) => as(who).claim.create({ job_id });
const wait = (who: TestMember) => as(who).offer.join({ job_id });
const release = (who: TestMember) => as(who).job.move({ job_id, action: 'release' });
const query = (text: string, values: unknown[]) => kindpal.services.db.pool.query(text, values);
const stateFor = async (who: TestMember) =>
  (await as(who).offer.list()).items.find(({ job }) => job.id === job_id)?.state ?? null;

/** Lets some turns pass, by the database clock. */
const letTurnsPass = (turns: number) =>
  query(
    `WITH o AS (UPDATE job_offers SET until_at = until_at - $2 * interval '1 minute' WHERE job_id = $1)
     UPDATE jobs SET reserved_until = reserved_until - $2 * interval '1 minute' WHERE id = $1`,
    [job_id, turns * TURN_MINUTES],
  );

/** Who was notified that it is their turn, in this order. */
async function notified(): Promise<string[]> {
  const { rows } = await query(
    `SELECT member_id FROM notifications WHERE job_id = $1 AND type = 'jobs.your_turn' ORDER BY created_at`,
    [job_id],
  );
  return rows.map(({ member_id }) => member_id);
}

/** Everybody claims at the same time; returns who won. */
async function pressAll(everybody: TestMember[]): Promise<TestMember[]> {
  const outcomes = await Promise.all(everybody.map((one) => outcomeOf(claim(one))));
  expect(
    outcomes.filter((outcome) => !['ok', 'NOT_FOUND', 'JOB_ALREADY_CLAIMED'].includes(outcome)),
  ).toEqual([]);
  return everybody.filter((_, n) => outcomes[n] === 'ok');
}

describe('waiting for a claimed job', () => {
  it('gives the first in line the job alone when it is released, then the next, then everybody [J5]', async () => {
    const [first, second, stranger] = (await createSitters(3)) as [
      TestMember,
      TestMember,
      TestMember,
    ];
    for (const one of [first, second, first]) await wait(one);
    expect(await stateFor(first)).toBe('waiting');
    await release(holder);
    expect([await stateFor(first), await stateFor(second)]).toEqual(['yours', 'waiting']);
    expect((await as(first).job.get({ id: job_id })).can.claim).toBe(true);
    for (const one of [second, stranger, holder]) {
      expect(await refusalOf(claim(one))).toBe('NOT_FOUND');
    }
    const { items } = await as(stranger).job.list({ owner_id: owner.id });
    expect(items).toEqual([]);
    await letTurnsPass(1);
    expect([await stateFor(first), await stateFor(second)]).toEqual([null, 'yours']);
    expect(await refusalOf(claim(first))).toBe('NOT_FOUND');
    await letTurnsPass(1);
    expect(await outcomeOf(as(stranger).job.get({ id: job_id }))).toBe('ok');
    expect(await outcomeOf(claim(stranger))).toBe('ok');
  });

  it('shows the next in line no title and no dates while it is the turn of another [J4] [J5]', async () => {
    const [first, second] = (await createSitters(2)) as [TestMember, TestMember];
    for (const one of [first, second]) await wait(one);
    await release(holder);
    const { items } = await as(second).offer.list();
    expect(items).toMatchObject([{ state: 'waiting', until: null, job: { view: 'public' } }]);
    const shown = Object.keys(items[0]?.job ?? {});
    for (const hidden of ['title', 'description', 'start_date', 'end_date', 'owner_id', 'owner']) {
      expect(shown).not.toContain(hidden);
    }
    expect(await refusalOf(as(second).job.get({ id: job_id }))).toBe('NOT_FOUND');
    await letTurnsPass(1);
    expect((await as(second).offer.list()).items).toMatchObject([
      { state: 'yours', job: { view: 'member', title: expect.any(String) } },
    ]);
  });

  it('lists no job of a suspended owner, neither to those who wait nor to the one in turn [J4] [J5]', async () => {
    const [first, second] = (await createSitters(2)) as [TestMember, TestMember];
    for (const one of [first, second]) await wait(one);
    const ofOwner = (since: string) =>
      query(`UPDATE users SET suspended_at = ${since} WHERE id = $1`, [owner.id]);
    const states = async () => [await stateFor(first), await stateFor(second)];
    await ofOwner('now()');
    expect(await states()).toEqual([null, null]);
    await ofOwner('NULL');
    expect(await states()).toEqual(['waiting', 'waiting']);
    await release(holder);
    await ofOwner('now()');
    expect(await states()).toEqual([null, null]);
    await ofOwner('NULL');
    expect(await states()).toEqual(['yours', 'waiting']);
  });

  it('moves on immediately when the sitter in turn declines, and the next is notified [J5]', async () => {
    const [first, second, third] = (await createSitters(3)) as [TestMember, TestMember, TestMember];
    for (const one of [first, second, third]) await wait(one);
    await as(second).offer.decline({ job_id });
    await release(holder);
    await as(first).offer.decline({ job_id });
    expect(await stateFor(third)).toBe('yours');
    expect(await notified()).toEqual([first.id, third.id]);
    await as(third).offer.decline({ job_id });
    expect(await outcomeOf(claim(second))).toBe('ok');
  });

  it('notifies nobody while the owner is suspended, and who is in turn once they are back [J5]', async () => {
    const [first, second] = (await createSitters(2)) as [TestMember, TestMember];
    for (const one of [first, second]) await wait(one);
    await release(holder);
    const ofOwner = (since: string) =>
      query(`UPDATE users SET suspended_at = ${since} WHERE id = $1`, [owner.id]);
    await ofOwner('now()');
    await letTurnsPass(1);
    await notifyByClock(kindpal.services);
    expect(await notified()).toEqual([first.id]);
    await ofOwner('NULL');
    await notifyByClock(kindpal.services);
    expect(await notified()).toEqual([first.id, second.id]);
  });

  it('skips sitters who are suspended, blocked or no longer sit, at any time [J5]', async () => {
    const { waiting: none } = await as(owner).offer.getOfJob({ job_id });
    expect(none).toBe(0);
    const [suspended, blocked, owning, last] = (await createSitters(4)) as [
      TestMember,
      TestMember,
      TestMember,
      TestMember,
    ];
    for (const one of [suspended, blocked, owning, last]) await wait(one);
    expect((await as(owner).offer.getOfJob({ job_id })).waiting).toBe(4);
    await as(owner).block.create({ member_id: blocked.id });
    expect((await as(owner).offer.getOfJob({ job_id })).waiting).toBe(3);
    expect(await stateFor(blocked)).toBeNull();
    await release(holder);
    expect(await stateFor(suspended)).toBe('yours');
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [suspended.id]);
    expect(await stateFor(owning)).toBe('yours');
    await query(`UPDATE users SET role = 'pet_owner', active_role = 'pet_owner' WHERE id = $1`, [
      owning.id,
    ]);
    expect([await stateFor(blocked), await stateFor(last)]).toEqual([null, 'yours']);
    expect(await refusalOf(claim(blocked))).toBe('NOT_FOUND');
    expect(await outcomeOf(claim(last))).toBe('ok');
  });

  it('keeps the place of those whose turn had not come when the job was claimed again [J5]', async () => {
    const [first, second, third] = (await createSitters(3)) as [TestMember, TestMember, TestMember];
    for (const one of [first, second, third]) await wait(one);
    await release(holder);
    await letTurnsPass(1);
    await claim(second);
    expect([await stateFor(first), await stateFor(second), await stateFor(third)]).toEqual([
      null,
      null,
      'waiting',
    ]);
    await release(second);
    expect([await stateFor(first), await stateFor(second), await stateFor(third)]).toEqual([
      null,
      null,
      'yours',
    ]);
  });

  it('comes before favorites, who have their head start when the line is over [J5]', async () => {
    const [favorite, next, stranger] = (await createSitters(3)) as [
      TestMember,
      TestMember,
      TestMember,
    ];
    await as(owner).favorite.create({ member_id: favorite.id });
    await query(`UPDATE jobs SET favorites_until = now() + interval '1 day' WHERE id = $1`, [
      job_id,
    ]);
    await wait(next);
    await release(holder);
    expect(await refusalOf(claim(favorite))).toBe('NOT_FOUND');
    expect((await as(next).job.get({ id: job_id })).can.claim).toBe(true);
    expect(await outcomeOf(claim(next))).toBe('ok');
    await release(next);
    expect(await refusalOf(claim(stranger))).toBe('NOT_OPEN_YET');
    expect(await outcomeOf(claim(favorite))).toBe('ok');
  });

  it('is for sitters who may know of the job, and does not reveal its state [J5]', async () => {
    const [stranger, petOwner] = [await createSitter(), await createMember(kindpal.services.db)];
    expect(await refusalOf(wait(owner))).toBe('CANNOT_WAIT_FOR_JOB');
    expect(await refusalOf(wait(holder))).toBe('CANNOT_WAIT_FOR_JOB');
    expect(await refusalOf(wait(petOwner))).toBe('CANNOT_WAIT_FOR_JOB');
    const events = async () =>
      Number((await query('SELECT max(id) AS id FROM change_events', [])).rows[0].id);
    await wait(stranger);
    const shown = await as(stranger).offer.list();
    expect(shown.items).toMatchObject([{ state: 'waiting', until: null, job: { view: 'public' } }]);
    const since = await events();
    await query(`UPDATE jobs SET status = 'in_progress' WHERE id = $1`, [job_id]);
    expect(await as(stranger).offer.list()).toEqual(shown);
    expect(await outcomeOf(wait(await createSitter()))).toBe('ok');
    const received = await query(
      'SELECT 1 FROM change_events WHERE id > $1 AND $2 = ANY (audience)',
      [since, stranger.id],
    );
    expect(received.rows).toEqual([]);
    const open = await createJob(kindpal.services.db);
    expect(await refusalOf(as(stranger).offer.join({ job_id: open.id }))).toBe('JOB_IS_OPEN');
    const cancelled = await createJob(kindpal.services.db, { status: 'cancelled' });
    expect(await refusalOf(as(stranger).offer.join({ job_id: cancelled.id }))).toBe('NOT_FOUND');
  });

  it('waits for nobody who has to confirm their address and could not claim in their turn [J5] [U1]', async () => {
    const [newcomer, next] = (await createSitters(2)) as [TestMember, TestMember];
    const setConfirmed = (isConfirmed: boolean) =>
      query(
        `UPDATE auth."user" SET email_verified = $2, confirm_by = now() + interval '1 day'
         WHERE id = $1`,
        [newcomer.id, isConfirmed],
      );
    await setConfirmed(false);
    const refused = await errorOf(wait(newcomer));
    expect(refused).toMatchObject({ code: 'EMAIL_NOT_CONFIRMED', defined: true });
    await wait(next);
    await release(holder);
    expect([await stateFor(newcomer), await stateFor(next)]).toEqual([null, 'yours']);
    await claim(next);
    await setConfirmed(true);
    expect(await outcomeOf(wait(newcomer))).toBe('ok');
  });

  it('has a limited number of places, even with concurrent presses [J5]', async () => {
    const sitters = await createSitters(STANDBY_MAX + 8);
    const outcomes = await Promise.all(sitters.map((one) => outcomeOf(wait(one))));
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(STANDBY_MAX);
    expect(outcomes.filter((outcome) => outcome === 'LINE_IS_FULL')).toHaveLength(8);
  });

  it('leaves the job open to all when nobody waits, and when it was cancelled and reopened [J5]', async () => {
    await release(holder);
    expect(await outcomeOf(as(await createSitter()).job.get({ id: job_id }))).toBe('ok');
    const [first] = (await createSitters(1)) as [TestMember];
    await claim(first);
    const [next] = (await createSitters(1)) as [TestMember];
    await wait(next);
    await as(owner).job.move({ job_id, action: 'cancel' });
    expect(await stateFor(next)).toBeNull();
    await as(owner).job.move({ job_id, action: 'reopen' });
    expect(await stateFor(next)).toBe('yours');
  });
});

it.each([1, 2, 3, 4])(
  'with 50 concurrent presses the job goes to the sitter in turn, whatever happened before; story %i [J5]',
  async (seed) => {
    const random = createRandom(seed);
    const [line, crowd] = [await createSitters(10), await createSitters(40)];
    await Promise.all(line.map((one) => wait(one)));
    const { rows } = await query(
      'SELECT sitter_id FROM job_offers WHERE job_id = $1 ORDER BY created_at, sitter_id',
      [job_id],
    );
    const byId = new Map(line.map((one) => [one.id, one]));
    let left = rows.map(({ sitter_id }) => byId.get(sitter_id) as TestMember);
    await release(holder);
    const turns = Math.floor(random.next() * 4);
    await letTurnsPass(turns);
    left = left.slice(turns);
    for (let n = 0; n < 4; n++) {
      const [out] = left.splice(Math.floor(random.next() * left.length), 1) as [TestMember];
      if (n % 2 === 0) await as(out).offer.decline({ job_id });
      else await as(n === 1 ? owner : out).block.create({ member_id: n === 1 ? out.id : owner.id });
    }
    // Nothing depends on whether the scheduled task ran, or died before.
    if (seed % 2 === 0) await notifyByClock(kindpal.services);
    const everybody = [...line, ...crowd];
    expect((await pressAll(everybody)).map(({ id }) => id)).toEqual([left[0]?.id]);
    await release(left[0] as TestMember);
    expect((await pressAll(everybody)).map(({ id }) => id)).toEqual([left[1]?.id]);
  },
);
