import { ACCESS_PARTS } from '@kindpal/contract/vault/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mayHear } from '../live/open-streams.ts';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { wipeJobAccess } from './wipe-access.ts';

const HOUR = 3_600_000;
const DOOR = 'Ring twice, then 4711';
let kindpal: TestKindpal;
let owner: TestMember;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  owner = await createMember(kindpal.services.db);
  sitter = await createMember(kindpal.services.db, { role: 'pet_sitter', first_name: 'Sam' });
});

const as = (who: TestMember | null) => kindpal.callerFor(who);
const query = (text: string, values: unknown[] = []) =>
  kindpal.services.db.pool.query(text, values);
const open = (who: TestMember | null, job_id: string, part: 'door' | 'keys' = 'door') =>
  as(who).vault.open({ job_id, part });

/** A claimed job of the owner, with its start and length in hours; access is attached. */
async function attachedJob(startsIn = 1, lasts = 2) {
  const start = Date.now() + startsIn * HOUR;
  const job = await createJob(kindpal.services.db, {
    owner_id: owner.id,
    start_date: new Date(start),
    end_date: new Date(start + lasts * HOUR),
  });
  await as(owner).vault.saveHome({ door: DOOR, wifi: 'woof-1234' });
  if (startsIn + lasts > 0) await as(owner).vault.attach({ job_id: job.id });
  const { claim } = await createClaim(kindpal.services.db, { job, sitter_id: sitter.id });
  return { id: job.id, claimId: claim.id };
}

describe('home access', () => {
  it('is saved once, part by part, and read only by its owner', async () => {
    expect(await as(owner).vault.getHome()).toMatchObject({ door: '', updated_at: null });
    await as(owner).vault.saveHome({ door: DOOR, notes: 'The left stove is broken' });
    await as(owner).vault.saveHome({ notes: ' ', alarm: '0815' });
    expect(await as(owner).vault.getHome()).toMatchObject({
      door: DOOR,
      keys: '',
      alarm: '0815',
      wifi: '',
      notes: '',
      is_unreadable: false,
    });
    expect(await as(sitter).vault.getHome()).toMatchObject({ door: '' });
    expect(await refusalOf(as(null).vault.getHome())).toBe('UNAUTHORIZED');
  });

  it('keeps what two windows of its owner save at once', async () => {
    await Promise.all(
      ACCESS_PARTS.map((part) => as(owner).vault.saveHome({ [part]: `of ${part}` })),
    );
    const { door, keys, alarm, wifi, notes } = await as(owner).vault.getHome();
    expect([door, keys, alarm, wifi, notes]).toEqual(ACCESS_PARTS.map((part) => `of ${part}`));
  });

  it('is in no table in clear text, and cannot be moved to another row', async () => {
    const { id } = await attachedJob();
    const other = await createMember(kindpal.services.db);
    await as(other).vault.saveHome({ door: 'other' });
    const { rows } = await query(
      'SELECT to_jsonb(home) AS one FROM home_access home UNION ALL SELECT to_jsonb(job) FROM job_access job',
    );
    expect(JSON.stringify(rows)).not.toContain('4711');
    await query(
      `UPDATE home_access SET sealed = (SELECT sealed FROM home_access WHERE owner_id = $1)
       WHERE owner_id = $2`,
      [owner.id, other.id],
    );
    expect(await as(other).vault.getHome()).toMatchObject({ door: '', is_unreadable: true });
    await query(
      'UPDATE job_access SET sealed = (SELECT sealed FROM home_access WHERE owner_id = $1) WHERE job_id = $2',
      [owner.id, id],
    );
    expect(await refusalOf(open(sitter, id))).toBe('ACCESS_UNREADABLE');
  });

  it('is attached to the owner’s jobs that are not over, and only when there is some', async () => {
    const { db } = kindpal.services;
    const job = await createJob(db, { owner_id: owner.id });
    const attach = (who: TestMember, job_id = job.id) =>
      refusalOf(as(who).vault.attach({ job_id }));
    expect(await attach(owner)).toBe('HOME_ACCESS_EMPTY');
    await as(owner).vault.saveHome({ keys: 'With the neighbor' });
    expect(await attach(sitter)).toBe('FORBIDDEN');
    const over = await createJob(db, { owner_id: owner.id, status: 'cancelled' });
    expect(await attach(owner, over.id)).toBe('JOB_IS_OVER');
    expect(await attach(sitter, over.id)).toBe('NOT_FOUND');
    expect(await as(owner).vault.attach({ job_id: job.id })).toMatchObject({ parts: ['keys'] });
    expect(await as(owner).vault.detach({ job_id: job.id })).toMatchObject({ parts: [] });
    const ended = await attachedJob(-3, 2);
    const { status } = await as(owner).job.get({ id: ended.id });
    expect([status, await attach(owner, ended.id)]).toEqual(['claimed', 'JOB_IS_OVER']);
  });
});

describe('an owner whose page still shows a former sitter', () => {
  it('attaches nothing for the next one before the page shows them, and does so afterwards [J6]', async () => {
    const { db } = kindpal.services;
    const { id, claimId } = await attachedJob(30);
    await as(sitter).job.move({ job_id: id, action: 'release' });
    const next = await createMember(db, { role: 'pet_sitter' });
    const claim = await as(next).claim.create({ job_id: id });
    const attach = (claim_id: string | null) =>
      outcomeOf(as(owner).vault.attach({ job_id: id, claim_id }));
    expect([await attach(claimId), await attach(null)]).toEqual(['CLAIM_CHANGED', 'CLAIM_CHANGED']);
    expect(await as(next).vault.getJobAccess({ job_id: id })).toMatchObject({ parts: [] });
    expect(await attach(claim.id)).toBe('ok');
    expect(await as(next).vault.getJobAccess({ job_id: id })).toMatchObject({
      parts: ['door', 'wifi'],
    });
  });
});

describe('the sitter who holds a job', () => {
  it('opens a part of it from 24 hours before the start until the end, and the owner sees each view', async () => {
    const { id } = await attachedJob(23.9);
    expect(await as(sitter).vault.getJobAccess({ job_id: id })).toMatchObject({
      parts: ['door', 'wifi'],
      is_open: true,
      views: [],
    });
    expect(await open(sitter, id)).toEqual({ part: 'door', text: DOOR });
    const seen = await as(owner).vault.getJobAccess({ job_id: id });
    expect(seen.views).toMatchObject([{ part: 'door', viewer: { id: sitter.id } }]);
    expect(seen.views[0]?.viewer?.full_name).toContain('Sam');
    // A part without a text can't be opened.
    expect(await refusalOf(open(sitter, id, 'keys'))).toBe('FORBIDDEN');
  });

  it.each([
    ['25 hours before the start', 25, 2],
    ['after the end', -3, 2],
  ])('opens nothing %s, and nothing is recorded', async (_when, startsIn, lasts) => {
    const { id } = await attachedJob(1, 1);
    const start = Date.now() + startsIn * HOUR;
    await query('UPDATE jobs SET start_date = $2, end_date = $3 WHERE id = $1', [
      id,
      new Date(start),
      new Date(start + lasts * HOUR),
    ]);
    expect(await refusalOf(open(sitter, id))).toBe('ACCESS_CLOSED');
    expect(await as(owner).vault.getJobAccess({ job_id: id })).toMatchObject({
      is_open: false,
      views: [],
    });
  });

  it('sees what its owner changed since, and nothing once it was removed', async () => {
    const { id } = await attachedJob();
    await as(owner).vault.saveHome({ door: 'New code 99' });
    expect(await open(sitter, id)).toMatchObject({ text: 'New code 99' });
    await as(owner).vault.detach({ job_id: id });
    expect(await refusalOf(open(sitter, id))).toBe('FORBIDDEN');
    expect(await as(sitter).vault.getJobAccess({ job_id: id })).toMatchObject({ parts: [] });
  });

  it.each(['release', 'cancel', 'complete'] as const)('opens nothing after: %s', async (action) => {
    const { id } = await attachedJob(0.5);
    expect(await outcomeOf(open(sitter, id))).toBe('ok');
    if (action === 'complete') await as(sitter).job.move({ job_id: id, action: 'start' });
    const by = action === 'cancel' ? owner : sitter;
    await as(by).job.move({ job_id: id, action });
    expect(await outcomeOf(open(sitter, id))).not.toBe('ok');
    const { rowCount } = await query('SELECT FROM job_access WHERE job_id = $1', [id]);
    expect(rowCount).toBe(action === 'complete' ? 1 : 0);
  });

  it.each(['release by the owner', 'no-show', 'suspension'] as const)(
    'leaves nothing attached to the job after: %s',
    async (how) => {
      const { id } = await attachedJob(how === 'no-show' ? -0.5 : 0.5);
      if (how === 'suspension') {
        const staff = await createMember(kindpal.services.db, { app_role: 'super_admin' });
        await as(staff).moderation.suspend({
          member_id: sitter.id,
          ends_at: null,
          reason: 'Missed jobs.',
          note: '',
        });
      } else {
        const action = how === 'no-show' ? 'report_no_show' : 'release';
        await as(owner).job.move({ job_id: id, action });
      }
      const { rowCount } = await query('SELECT FROM job_access WHERE job_id = $1', [id]);
      expect(rowCount).toBe(0);
      expect(await as(owner).vault.getJobAccess({ job_id: id })).toMatchObject({ parts: [] });
      const next = await createMember(kindpal.services.db, { role: 'pet_sitter' });
      await as(next).claim.create({ job_id: id });
      expect(await as(next).vault.getJobAccess({ job_id: id })).toMatchObject({ parts: [] });
      await as(owner).vault.attach({ job_id: id });
      expect(await open(next, id)).toMatchObject({ text: DOOR });
    },
  );

  it.each([
    ['has blocked', () => as(owner).block.create({ member_id: sitter.id })],
    ['is blocked by', () => as(sitter).block.create({ member_id: owner.id })],
    [
      'sees no more after a suspension of',
      () => query('UPDATE users SET suspended_at = now() WHERE id = $1', [sitter.id]),
    ],
  ])('has no name for an owner who %s that sitter, so that all look the same', async (_, part) => {
    const { id } = await attachedJob(0.5);
    await open(sitter, id);
    await as(sitter).job.move({ job_id: id, action: 'release' });
    const read = () => as(owner).vault.getJobAccess({ job_id: id });
    expect(await read()).toMatchObject({
      views: [{ viewer: { id: sitter.id } }],
      still_known: [{ full_name: expect.stringContaining('Sam') }],
    });
    await part();
    expect(await read()).toMatchObject({
      views: [{ part: 'door', viewer: null }],
      still_known: [{ full_name: null, parts: ['door'] }],
    });
  });

  it('is listed as having opened it until its owner changes that part, however often the next one views it', async () => {
    const { id } = await attachedJob(0.5);
    const known = async () => (await as(owner).vault.getJobAccess({ job_id: id })).still_known;
    await open(sitter, id);
    await as(sitter).vault.open({ job_id: id, part: 'wifi' });
    expect(await known()).toEqual([]);
    await as(sitter).job.move({ job_id: id, action: 'release' });
    const next = await createMember(kindpal.services.db, { role: 'pet_sitter' });
    await as(next).claim.create({ job_id: id });
    await as(owner).vault.attach({ job_id: id });
    await query(
      `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, job_id, period)
       SELECT $1, $2, 'sitter', 'access_door', $3, now() + n * interval '1 minute'
       FROM generate_series(1, 25) n`,
      [owner.id, next.id, id],
    );
    expect(await known()).toMatchObject([
      { full_name: expect.stringContaining('Sam'), parts: ['door', 'wifi'] },
    ]);
    expect((await as(next).vault.getJobAccess({ job_id: id })).still_known).toEqual([]);
    // The same text again is not a change.
    await as(owner).vault.saveHome({ door: DOOR, notes: 'The stove is new' });
    expect(await known()).toMatchObject([{ parts: ['door', 'wifi'] }]);
    await as(owner).vault.saveHome({ door: 'New code 99' });
    expect(await known()).toMatchObject([{ parts: ['wifi'] }]);
    await as(owner).vault.saveHome({ wifi: '' });
    expect(await known()).toEqual([]);
  });

  it('gets an answer or has released the job, never both in the other order', async () => {
    for (let round = 0; round < 8; round++) {
      const { id, claimId } = await attachedJob(0.5 + round * 3);
      const [opened] = await Promise.all([
        outcomeOf(open(sitter, id)),
        as(sitter).job.move({ job_id: id, action: 'release' }),
      ]);
      const { rows } = await query(
        `SELECT (SELECT ended_at FROM job_claims WHERE id = $1) AS ended_at,
           (SELECT viewed_at FROM data_views WHERE job_id = $2) AS viewed_at`,
        [claimId, id],
      );
      expect(rows[0].viewed_at !== null).toBe(opened === 'ok');
      expect(await outcomeOf(open(sitter, id))).not.toBe('ok');
    }
  });

  it('gets nothing after waiting for the end of the claim, and that is not recorded', async () => {
    const { id, claimId } = await attachedJob(0.5);
    const { pool } = kindpal.services.db;
    const ending = await pool.connect();
    await ending.query('BEGIN');
    await ending.query(
      `UPDATE job_claims SET ended_at = now(), end_reason = 'released' WHERE id = $1`,
      [claimId],
    );
    const opened = outcomeOf(open(sitter, id));
    try {
      await untilLockWaits(pool, 1);
    } finally {
      await ending.query('COMMIT');
      ending.release();
    }
    expect(await opened).toBe('FORBIDDEN');
    expect((await query('SELECT FROM data_views WHERE job_id = $1', [id])).rowCount).toBe(0);
  });
});

describe('everybody else', () => {
  it('gets nothing: former and other sitters, staff, blocked members, visitors', async () => {
    const { db } = kindpal.services;
    const { id } = await attachedJob();
    const former = await createMember(db, { role: 'pet_sitter' });
    const past = await createClaim(db, {
      job: await createJob(db, { owner_id: owner.id }),
      sitter_id: former.id,
    });
    await query(
      `UPDATE job_claims SET job_id = $2, ended_at = now(), end_reason = 'released' WHERE id = $1`,
      [past.claim.id, id],
    );
    const others = {
      former,
      another: await createMember(db, { role: 'pet_sitter' }),
      admin: await createMember(db, { role: 'both', app_role: 'super_admin' }),
      nobody: null,
      owner,
    };
    for (const who of Object.values(others)) {
      expect(await refusalOf(open(who, id))).toMatch(/^(FORBIDDEN|NOT_FOUND|UNAUTHORIZED)$/);
      if (who === owner) continue;
      const shown = as(who).vault.getJobAccess({ job_id: id });
      expect(await refusalOf(shown)).toMatch(/^(FORBIDDEN|NOT_FOUND|UNAUTHORIZED)$/);
    }
    await query('INSERT INTO member_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
      owner.id,
      sitter.id,
    ]);
    expect(await refusalOf(open(sitter, id))).toBe('FORBIDDEN');
    // The same answer as for a job without attached access.
    expect(await as(sitter).vault.getJobAccess({ job_id: id })).toMatchObject({ parts: [] });
  });

  it('gets no event of it; only the owner gets events of views', async () => {
    const { rows: heads } = await query('SELECT max(id) AS id FROM change_events');
    const { id } = await attachedJob();
    await open(sitter, id);
    const { rows } = await query(
      `SELECT * FROM change_events WHERE id > $1 AND table_name = 'job_access' ORDER BY id`,
      [heads[0].id],
    );
    const heardBy = (who: TestMember | null, isStaff = false) =>
      rows.filter((event) => mayHear(event, { memberId: who?.id ?? null, isStaff }));
    expect(heardBy(owner)).toHaveLength(rows.length);
    expect(heardBy(await createMember(kindpal.services.db), true)).toEqual([]);
    expect(heardBy(null)).toEqual([]);
    expect(heardBy(sitter)).toEqual([]);
    await as(owner).vault.saveHome({ door: 'changed' });
    const { rows: later } = await query(
      `SELECT * FROM change_events WHERE table_name = 'job_access' ORDER BY id DESC LIMIT 1`,
    );
    expect(mayHear(later[0], { memberId: sitter.id, isStaff: false })).toBe(true);
    // Not in the numbers and ids, which may contain any digits.
    const texts = JSON.stringify([...rows, ...later]).replace(/"\d+"|[\da-f]+(-[\da-f]+){4}/g, '');
    expect(texts).not.toMatch(/4711|changed/);
  });
});

describe('attached access', () => {
  it('is removed 7 days after the end, and not before', async () => {
    const [old, young] = [await attachedJob(1), await attachedJob(5)];
    const end = (id: string, daysAgo: number) =>
      query(
        `UPDATE jobs SET start_date = now() - $2 * interval '24 hours' - interval '2 hours',
           end_date = now() - $2 * interval '24 hours' WHERE id = $1`,
        [id, daysAgo],
      );
    await end(old.id, 7.01);
    await end(young.id, 6.99);
    await wipeJobAccess(kindpal.services);
    const { rows } = await query('SELECT job_id FROM job_access WHERE job_id = ANY($1)', [
      [old.id, young.id],
    ]);
    expect(rows).toEqual([{ job_id: young.id }]);
  });

  it('leaves behind who opened it for 12 months, and no longer', async () => {
    const { id } = await attachedJob();
    await open(sitter, id);
    const looks = async () =>
      (await query('SELECT FROM data_views WHERE job_id = $1', [id])).rowCount;
    const age = (months: number) =>
      query(`UPDATE data_views SET period = now() - $2 * interval '1 month' WHERE job_id = $1`, [
        id,
        months,
      ]);
    await age(11);
    await wipeJobAccess(kindpal.services);
    expect(await looks()).toBe(1);
    await age(13);
    await wipeJobAccess(kindpal.services);
    expect(await looks()).toBe(0);
  });

  it('opens 24 hours before the start in every time zone, even when the clocks change', async () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    ];
    const client = await kindpal.services.db.pool.connect();
    try {
      for (const zone of zones) {
        await client.query(`SET TimeZone = '${zone}'`);
        // Every two hours around each change of 2026 in these zones.
        const { rows } = await client.query(
          `SELECT count(*)::int AS wrong FROM unnest($1::timestamptz[]) day,
            generate_series(day - interval '72 hours', day + interval '72 hours', interval '2 hours') starts
          WHERE extract(epoch FROM starts - access_opens_at(starts)) <> 86400
            OR NOT access_is_open(starts, starts + interval '1 hour', starts - interval '86400 seconds')
            OR access_is_open(starts, starts + interval '1 hour', starts - interval '86401 seconds')
            OR access_is_open(starts, starts + interval '1 hour', starts + interval '3600 seconds')`,
          [['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']],
        );
        expect(rows).toEqual([{ wrong: 0 }]);
      }
    } finally {
      client.release(true);
    }
  });
});
