import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifyByClock } from '../notification/queue/queue-mails.ts';
import { createMember, jobForm, type TestMember } from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let owner: TestMember;
let asked: TestMember;
let alsoAsked: TestMember;
let other: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  const { db } = kindpal.services;
  owner = await createMember(db, { role: 'both', first_name: 'Olive' });
  [asked, alsoAsked, other] = (await Promise.all(
    ['Ada', 'Alex', 'Oscar'].map((first_name) =>
      createMember(db, { role: 'pet_sitter', first_name }),
    ),
  )) as [TestMember, TestMember, TestMember];
});

const as = (who: TestMember | null) => kindpal.callerFor(who);
const query = (text: string, values: unknown[]) => kindpal.services.db.pool.query(text, values);
const suspend = ({ id }: TestMember) =>
  query('UPDATE users SET suspended_at = now() WHERE id = $1', [id]);
const ask = async (...whom: TestMember[]) => {
  const ask_first = { sitter_ids: whom.map(({ id }) => id), hours: 3 };
  return (await as(owner).job.post(jobForm({ ask_first }) as never)).id;
};
const claim = (who: TestMember, job_id: string) => as(who).claim.create({ job_id });
const offersOf = async (who: TestMember) => (await as(who).offer.list()).items;
const decline = (who: TestMember, job_id: string) => as(who).offer.decline({ job_id });
const letItPass = (job_id: string) =>
  query(
    `WITH o AS (UPDATE job_offers SET until_at = until_at - interval '1 day' WHERE job_id = $1)
     UPDATE jobs SET reserved_until = reserved_until - interval '1 day' WHERE id = $1`,
    [job_id],
  );

/** Whether a job can be found, everywhere a member might see it. */
async function findIn(who: TestMember | null, id: string) {
  const { items } = await as(who).job.list({ limit: 50 });
  const lists = [items];
  if (who) {
    lists.push((await as(who).job.list({ limit: 50, owner_id: owner.id })).items);
    lists.push((await as(who).job.list({ limit: 50, search: 'cuddle' })).items);
    lists.push((await as(who).job.list({ limit: 50, sort: 'soonest' })).items);
    const owners = (await as(who).job.listOwners({ limit: 20 })).items;
    lists.push(owners.flatMap(({ jobs }) => jobs));
  }
  const isListed = lists.map((list) => list.some((job) => job.id === id));
  return { isListed, page: await outcomeOf(as(who).job.get({ id })) };
}
const nowhere = (lists: number) => ({
  isListed: Array.from({ length: lists }, () => false),
  page: 'NOT_FOUND',
});

describe('a job offered to some sitters first', () => {
  it('is in their list and can be claimed by them, and does not exist for anybody else [J5]', async () => {
    const id = await ask(asked, alsoAsked);
    for (const who of [asked, alsoAsked]) {
      expect(await offersOf(who)).toMatchObject([
        { kind: 'asked', state: 'yours', job: { id, view: 'member', title: expect.any(String) } },
      ]);
      expect((await as(who).job.get({ id })).can.claim).toBe(true);
    }
    expect(await findIn(other, id)).toEqual(nowhere(5));
    expect(await findIn(null, id)).toEqual(nowhere(1));
    expect(await offersOf(other)).toEqual([]);
    expect(await refusalOf(claim(other, id))).toBe('NOT_FOUND');
    expect(await refusalOf(as(other).offer.join({ job_id: id }))).toBe('NOT_FOUND');
    expect(await as(other).job.canClaim({ job_id: id })).toBe(false);
    const report = { subject_type: 'job', subject_id: id, reason: 'fraud' } as const;
    expect(await refusalOf(as(other).report.send(report))).toBe('NOT_FOUND');
    expect((await as(owner).job.get({ id })).view).toBe('member');
    expect(await outcomeOf(claim(alsoAsked, id))).toBe('ok');
    expect(await offersOf(asked)).toEqual([]);
    expect(await refusalOf(claim(asked, id))).toBe('JOB_ALREADY_CLAIMED');
  });

  it('has one winner among five who were asked and fifteen who were not [J5]', async () => {
    const { db } = kindpal.services;
    const sitters = await Promise.all(
      Array.from({ length: 20 }, () => createMember(db, { role: 'pet_sitter' })),
    );
    const id = await ask(...sitters.slice(0, 5));
    const outcomes = await Promise.all(sitters.map((one) => outcomeOf(claim(one, id))));
    expect(outcomes.slice(0, 5).filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes.slice(5)).not.toContain('ok');
  });

  it('opens to everyone when the last has declined, and not before [J5]', async () => {
    const id = await ask(asked, alsoAsked);
    await decline(asked, id);
    expect(await offersOf(asked)).toEqual([]);
    expect(await refusalOf(claim(asked, id))).toBe('NOT_FOUND');
    expect((await findIn(other, id)).page).toBe('NOT_FOUND');
    await decline(other, id);
    expect((await findIn(other, id)).page).toBe('NOT_FOUND');
    await decline(alsoAsked, id);
    expect(await findIn(other, id)).toEqual({ isListed: Array(5).fill(true), page: 'ok' });
    expect((await findIn(null, id)).page).toBe('ok');
    expect(await outcomeOf(claim(asked, id))).toBe('ok');
  });

  it('opens to everyone when its time is over, without any task [J5]', async () => {
    const id = await ask(asked);
    await letItPass(id);
    expect(await findIn(other, id)).toEqual({ isListed: Array(5).fill(true), page: 'ok' });
    expect(await outcomeOf(claim(other, id))).toBe('ok');
  });

  it('is announced immediately to those asked, and to matching sitters and streams when it opens [J2]', async () => {
    const head = async () =>
      (await query('SELECT coalesce(max(id), 0) AS id FROM change_events', [])).rows[0].id;
    const publicEvents = async (id: string, since: string) =>
      (
        await query(
          `SELECT op FROM change_events WHERE row_id = $1 AND id > $2 AND audience IS NULL`,
          [id, since],
        )
      ).rows;
    const since = await head();
    const id = await ask(asked);
    const told = async (type: string) =>
      (
        await query('SELECT member_id FROM notifications WHERE job_id = $1 AND type = $2', [
          id,
          type,
        ])
      ).rows;
    expect(await told('jobs.asked')).toEqual([{ member_id: asked.id }]);
    const tasks = async () =>
      (
        await query(`SELECT 1 FROM graphile_worker._private_jobs WHERE payload::text LIKE $1`, [
          `%${id}%`,
        ])
      ).rowCount;
    expect([await tasks(), await publicEvents(id, since)]).toEqual([0, []]);
    await notifyByClock(kindpal.services);
    expect([await tasks(), await publicEvents(id, since)]).toEqual([0, []]);
    await letItPass(id);
    await notifyByClock(kindpal.services);
    expect(await tasks()).toBe(1);
    expect(await publicEvents(id, since)).toContainEqual({ op: 'insert' });
  });

  it('goes to the others when an asked sitter is suspended or blocked [J5]', async () => {
    const id = await ask(asked, alsoAsked);
    await suspend(asked);
    expect((await findIn(other, id)).page).toBe('NOT_FOUND');
    const { asked: list } = await as(owner).offer.getOfJob({ job_id: id });
    expect(list.map(({ sitter }) => sitter.id)).toEqual([alsoAsked.id]);
    await as(alsoAsked).block.create({ member_id: owner.id });
    expect(await offersOf(alsoAsked)).toEqual([]);
    expect(await refusalOf(claim(alsoAsked, id))).toBe('NOT_FOUND');
    expect((await findIn(other, id)).page).toBe('ok');
  });

  it('asks only sitters that the owner sees, five at most [J2]', async () => {
    const petOwner = await createMember(kindpal.services.db);
    await as(asked).block.create({ member_id: owner.id });
    await suspend(alsoAsked);
    const unknown = { ...asked, id: '00000000-0000-4000-8000-000000000000' };
    for (const whom of [petOwner, asked, alsoAsked, owner, unknown]) {
      expect(await refusalOf(ask(whom, other))).toBe('INVALID_INPUT');
    }
    const six = Array.from({ length: 6 }, (_, n) => ({
      ...asked,
      id: `00000000-0000-4000-8000-00000000000${n}`,
    }));
    expect(await refusalOf(ask(...six))).toBe('INVALID_INPUT');
  });

  it('ignores its requirements for a sitter asked by name [J5]', async () => {
    const { id } = await as(owner).job.post(
      jobForm({
        ask_first: { sitter_ids: [asked.id], hours: 3 },
        requirements: { min_reviews: 3, favorites_first_hours: 24 },
      }) as never,
    );
    const job = await as(asked).job.get({ id });
    expect(job).toMatchObject({ requirements: null, can: { claim: true } });
    await letItPass(id);
    expect(await refusalOf(claim(other, id))).toBe('REQUIREMENTS_NOT_MET');
    expect(await outcomeOf(claim(asked, id))).toBe('ok');
  });

  it('does not apply them to a sitter who was asked first and now waits in line [J5]', async () => {
    const { id } = await as(owner).job.post(
      jobForm({
        ask_first: { sitter_ids: [asked.id, other.id], hours: 3 },
        requirements: { min_reviews: 3 },
      }) as never,
    );
    await claim(asked, id);
    await as(other).offer.join({ job_id: id });
    await as(asked).job.move({ job_id: id, action: 'release' });
    expect(await as(other).job.get({ id })).toMatchObject({ can: { claim: true } });
    expect(await outcomeOf(claim(other, id))).toBe('ok');
  });

  it('shows its owner who was asked and the outcome, and nobody else [J2]', async () => {
    const id = await ask(asked, alsoAsked);
    await decline(asked, id);
    const { asked: list, waiting } = await as(owner).offer.getOfJob({ job_id: id });
    expect(list.map(({ sitter, state }) => [sitter.id, state])).toEqual([
      [asked.id, 'declined'],
      [alsoAsked.id, 'waiting'],
    ]);
    expect(waiting).toBe(0);
    expect(await refusalOf(as(asked).offer.getOfJob({ job_id: id }))).toBe('NOT_FOUND');
  });

  it('shows nobody but its owner who was asked and how many wait, whatever their part in it [J2]', async () => {
    const id = await ask(asked, alsoAsked);
    const admin = await createMember(kindpal.services.db, { app_role: 'admin' });
    const read = (who: TestMember) => outcomeOf(as(who).offer.getOfJob({ job_id: id }));
    const isHidden = async () => {
      expect(await read(owner)).toBe('ok');
      for (const who of [asked, alsoAsked, other, admin]) {
        expect(await read(who)).toBe('NOT_FOUND');
      }
    };
    await claim(asked, id);
    await as(alsoAsked).offer.join({ job_id: id });
    await isHidden();
    await as(asked).job.move({ job_id: id, action: 'release', reason: 'My dog fell ill.' });
    await isHidden();
    await claim(alsoAsked, id);
    await isHidden();
    await query(
      `UPDATE job_claims SET ended_at = now(), end_reason = 'completed' WHERE job_id = $1 AND ended_at IS NULL`,
      [id],
    );
    await query(`UPDATE jobs SET status = 'completed' WHERE id = $1`, [id]);
    await isHidden();
  });

  it('shows its owner who claimed it, who was too late, and nobody in line once it is over [J2] [J5]', async () => {
    const id = await ask(asked, alsoAsked, other);
    const read = async () => {
      const { asked: list, waiting } = await as(owner).offer.getOfJob({ job_id: id });
      return { states: Object.fromEntries(list.map((one) => [one.sitter.id, one.state])), waiting };
    };
    await claim(asked, id);
    await as(alsoAsked).offer.join({ job_id: id });
    const late = { [alsoAsked.id]: 'taken', [other.id]: 'taken' };
    expect(await read()).toEqual({ states: { [asked.id]: 'claimed', ...late }, waiting: 1 });
    await as(asked).job.move({ job_id: id, action: 'release', reason: 'My dog fell ill.' });
    await claim(alsoAsked, id);
    const both = { [asked.id]: 'claimed', [alsoAsked.id]: 'claimed', [other.id]: 'taken' };
    expect(await read()).toEqual({ states: both, waiting: 0 });
    await kindpal.services.db.pool.query(
      `UPDATE job_claims SET ended_at = now(), end_reason = 'completed' WHERE job_id = $1 AND ended_at IS NULL`,
      [id],
    );
    await kindpal.services.db.pool.query(`UPDATE jobs SET status = 'completed' WHERE id = $1`, [
      id,
    ]);
    expect(await read()).toEqual({ states: both, waiting: 0 });
  });
});
