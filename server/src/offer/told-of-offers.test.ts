import { TURN_MINUTES } from '@kindpal/contract/offer/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJob, createMember, type TestMember } from '../testing/factories.ts';
import { outcomeOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { IN_TURN } from './policy.ts';

/** Whose offer lapsed or was declined, who held the job, who waits in line, and who does not. */
const SITTERS = ['lapsed', 'declined', 'holder', 'first', 'second', 'stranger'] as const;
type Sitter = (typeof SITTERS)[number];

let kindpal: TestKindpal;
let owner: TestMember;
let sitters: Record<Sitter, TestMember>;
let job_id: string;

beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  const { db } = kindpal.services;
  owner = await createMember(db);
  const created: [Sitter, TestMember][] = [];
  for (const name of SITTERS) created.push([name, await createMember(db, { role: 'pet_sitter' })]);
  sitters = Object.fromEntries(created) as typeof sitters;
  job_id = (await createJob(db, { owner_id: owner.id })).id;
});

const as = (who: TestMember) => kindpal.callerFor(who);
const query = (text: string, values: unknown[] = []) =>
  kindpal.services.db.pool.query(text, values);
const ask = (name: Sitter, until: string) =>
  query(
    `INSERT INTO job_offers (job_id, sitter_id, kind, until_at)
     VALUES ($1, $2, 'asked', date_trunc('hour', now()) + $3::interval)`,
    [job_id, sitters[name].id, until],
  );
const reserve = () =>
  query(`UPDATE jobs SET reserved_until = now() + interval '1 day' WHERE id = $1`, [job_id]);
const edit = () => query(`UPDATE jobs SET title = title || '!' WHERE id = $1`, [job_id]);
const claim = (name: Sitter) => as(sitters[name]).claim.create({ job_id });
const cancel = () => as(owner).job.move({ job_id, action: 'cancel', reason: 'Not needed' });
const letTurnPass = () =>
  query(`UPDATE job_offers SET until_at = until_at - $2 * interval '1 minute' WHERE job_id = $1`, [
    job_id,
    TURN_MINUTES,
  ]);

const block = (name: Sitter) =>
  query('INSERT INTO member_blocks VALUES ($1, $2)', [owner.id, sitters[name].id]);
const unblock = (name: Sitter) =>
  query('DELETE FROM member_blocks WHERE (blocker_id, blocked_id) = ($1, $2)', [
    owner.id,
    sitters[name].id,
  ]);

/** Who of the sitters finds the job at its address or among their offers. */
async function readers(): Promise<Sitter[]> {
  const reads = await Promise.all(
    SITTERS.map(async (name) => {
      const page = await outcomeOf(as(sitters[name]).job.get({ id: job_id }));
      const { items } = await as(sitters[name]).offer.list();
      return page === 'ok' || items.some(({ job }) => job.id === job_id);
    }),
  );
  return SITTERS.filter((_, n) => reads[n]);
}

/** The sitters that events of the job name; only who reads it before or after the change may be. */
async function namedBy(change: () => Promise<unknown>): Promise<Sitter[]> {
  const before = await readers();
  const since = (await query('SELECT coalesce(max(id), 0) AS id FROM change_events')).rows[0].id;
  await change();
  const { rows } = await query(
    `SELECT audience FROM change_events
     WHERE table_name = 'jobs' AND row_id = $1 AND id > $2 AND audience IS NOT NULL`,
    [job_id, since],
  );
  const named = SITTERS.filter((name) =>
    rows.some(({ audience }) => audience.includes(sitters[name].id)),
  );
  const allowed = [...before, ...(await readers())];
  expect(named.filter((name) => !allowed.includes(name))).toEqual([]);
  return named;
}

describe('the changes of a job that is not open to all [J5] [X4]', () => {
  it('reach who is in turn, or waits and sees its card, but nobody whose offer is over', async () => {
    await ask('lapsed', '0');
    await claim('holder');
    for (const name of ['first', 'second'] as const) await as(sitters[name]).offer.join({ job_id });
    await reserve();
    expect(await namedBy(edit)).toEqual(['holder']);
    const release = () => as(sitters.holder).job.move({ job_id, action: 'release' });
    expect(await namedBy(release)).toEqual(['holder', 'first', 'second']);
    expect(await namedBy(edit)).toEqual(['first']);
    const rename = () => query(`UPDATE jobs SET pet_name = 'Miso' WHERE id = $1`, [job_id]);
    expect(await namedBy(rename)).toEqual(['first', 'second']);
    await letTurnPass();
    expect(await namedBy(edit)).toEqual(['second']);
    expect(await namedBy(() => claim('second'))).toEqual(['holder', 'second']);
    await as(sitters.stranger).offer.join({ job_id });
    expect(await namedBy(cancel)).toEqual(['holder', 'second', 'stranger']);
  });

  it('reach the one in turn, but not the one before them, when it is canceled', async () => {
    await claim('holder');
    for (const name of ['first', 'second'] as const) await as(sitters[name]).offer.join({ job_id });
    await as(sitters.holder).job.move({ job_id, action: 'release' });
    await letTurnPass();
    expect(await namedBy(cancel)).toEqual(['holder', 'second']);
  });

  it('reach those asked first until one of them claims it', async () => {
    for (const name of ['declined', 'first', 'second'] as const) await ask(name, '2 hours');
    await ask('lapsed', '0');
    await reserve();
    await as(sitters.declined).offer.decline({ job_id });
    expect(await namedBy(edit)).toEqual(['first', 'second']);
    expect(await namedBy(() => claim('first'))).toEqual(['first', 'second']);
    expect(await namedBy(cancel)).toEqual(['first']);
  });

  it('reach none with a block, and nobody while its owner is suspended or staff review it [S6]', async () => {
    await claim('holder');
    for (const name of ['declined', 'first', 'second'] as const) {
      await as(sitters[name]).offer.join({ job_id });
    }
    await as(sitters.declined).offer.decline({ job_id });
    const suspend = (since: string) =>
      query(`UPDATE users SET suspended_at = ${since} WHERE id = $1`, [owner.id]);
    const rename = () =>
      query(`UPDATE jobs SET pet_name = pet_name || '!' WHERE id = $1`, [job_id]);
    await as(sitters.holder).job.move({ job_id, action: 'release' });
    expect(await namedBy(rename)).toEqual(['first', 'second']);
    await block('second');
    expect(await namedBy(rename)).toEqual(['first']);
    await unblock('second');
    await suspend('now()');
    expect(await namedBy(rename)).toEqual([]);
    expect(await namedBy(() => block('first'))).toEqual([]);
    expect(await namedBy(() => unblock('first'))).toEqual([]);
    const end = `UPDATE jobs SET status = 'cancelled', cancel_code = 'by_owner' WHERE id = $1`;
    expect(await namedBy(() => query(end, [job_id]))).toEqual(['holder']);
    await query(`UPDATE jobs SET status = 'open', cancel_code = NULL WHERE id = $1`, [job_id]);
    await suspend('NULL');
    expect(await namedBy(rename)).toEqual(['first', 'second']);
    await query(`UPDATE jobs SET held_at = now(), reserved_until = 'infinity' WHERE id = $1`, [
      job_id,
    ]);
    expect(await namedBy(rename)).toEqual([]);
    expect(await namedBy(() => block('first'))).toEqual([]);
  });

  it('reach only the one in turn when there is a block, or none any more [S6]', async () => {
    for (const name of ['declined', 'first', 'second'] as const) await ask(name, '2 hours');
    await ask('lapsed', '0');
    await reserve();
    await as(sitters.declined).offer.decline({ job_id });
    for (const name of ['declined', 'lapsed', 'stranger', 'first'] as const) {
      const named = name === 'first' ? ['first'] : [];
      expect(await namedBy(() => block(name))).toEqual(named);
      if (name === 'first') expect(await namedBy(edit)).toEqual(['second']);
      expect(await namedBy(() => unblock(name))).toEqual(named);
    }
  });

  it('reach who waits in line when there is a block', async () => {
    await claim('holder');
    for (const name of ['first', 'second'] as const) await as(sitters[name]).offer.join({ job_id });
    await as(sitters.holder).job.move({ job_id, action: 'release' });
    expect(await namedBy(() => block('second'))).toEqual(['second']);
    expect(await namedBy(() => unblock('second'))).toEqual(['second']);
  });

  it('reach nobody whose turn has passed, or who left the line, when there is a block [S6]', async () => {
    await claim('holder');
    for (const name of ['declined', 'first', 'second'] as const) {
      await as(sitters[name]).offer.join({ job_id });
    }
    await as(sitters.declined).offer.decline({ job_id });
    await as(sitters.holder).job.move({ job_id, action: 'release' });
    await letTurnPass();
    for (const name of ['declined', 'first'] as const) {
      expect(await namedBy(() => block(name))).toEqual([]);
      expect(await namedBy(() => unblock(name))).toEqual([]);
    }
  });

  it('reach nobody who waits in line once the job is over', async () => {
    await claim('holder');
    for (const name of ['first', 'second'] as const) await as(sitters[name]).offer.join({ job_id });
    await as(sitters.holder).job.move({ job_id, action: 'release' });
    const end = `UPDATE jobs SET pet_name = 'Miso', start_date = now() - interval '3 hours',
      end_date = now() - interval '1 hour' WHERE id = $1`;
    expect(await namedBy(() => query(end, [job_id]))).toEqual(['first']);
  });

  it('reach the same sitters in turn as the rule that shows them the job', async () => {
    for (const name of SITTERS) await ask(name, '2 hours');
    await as(sitters.declined).offer.decline({ job_id });
    await block('second');
    const change = (what: string, name: Sitter) =>
      query(`UPDATE users SET ${what} WHERE id = $1`, [sitters[name].id]);
    await change('suspended_at = now()', 'lapsed');
    await change(`role = 'pet_owner', active_role = 'pet_owner'`, 'holder');
    await query(
      `INSERT INTO job_claims (job_id, sitter_id, start_date, end_date, ended_at, end_reason, ended_by)
       SELECT id, $2, start_date, end_date, now(), 'released', $3 FROM jobs WHERE id = $1`,
      [job_id, sitters.second.id, sitters.stranger.id],
    );
    const { rows } = await query(
      `SELECT ARRAY(SELECT sitter_id FROM (${IN_TURN}) turn) AS shown,
         ARRAY(SELECT in_turn(job)) AS told FROM jobs job WHERE id = $1`,
      [job_id],
    );
    expect(rows).toEqual([{ shown: [sitters.first.id], told: [sitters.first.id] }]);
  });
});

it('an offer that is declined while its owner is suspended stays declined', async () => {
  await claim('holder');
  await as(sitters.first).offer.join({ job_id });
  const suspend = (since: string) =>
    query(`UPDATE users SET suspended_at = ${since} WHERE id = $1`, [owner.id]);
  await suspend('now()');
  await as(sitters.first).offer.decline({ job_id });
  await suspend('NULL');
  expect((await as(sitters.first).offer.list()).items).toEqual([]);
});
