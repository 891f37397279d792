import { ACCESS_KEPT_DAYS, ACCESS_OPENS_HOURS } from '@kindpal/contract/vault/rules';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { wipeJobAccess } from './wipe-access.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Time zones with shifts of an hour or half an hour, on both hemispheres, and one without. */
const ZONES = [
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Europe/Berlin',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kathmandu',
];

let kindpal: TestKindpal;
let owner: TestMember;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  owner = await createMember(kindpal.services.db);
  sitter = await createMember(kindpal.services.db, { role: 'pet_sitter' });
  await kindpal.callerFor(owner).vault.saveHome({ door: '4711' });
});
afterAll(() => kindpal.stop());

/** The local time in the zone, as minutes of the day. */
function wallClock(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(moment);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return of('hour') * 60 + of('minute');
}

/** The hours of the next two years after which the zone's offset differs a day later. */
function changesOf(zone: string): number[] {
  const from = Math.ceil(Date.now() / DAY) * DAY;
  const days = Array.from({ length: 730 }, (_, day) => from + day * DAY);
  return days.filter((day) => wallClock(day, zone) !== wallClock(day + DAY, zone));
}

const CHANGES = new Map(ZONES.map((zone) => [zone, changesOf(zone)]));

const someJob = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    /** The time zone that a database connection may be set to. */
    session: fc.constantFrom(...ZONES, 'UTC'),
    change: fc.nat(),
    startsAfter: fc.integer({ min: -2 * 24 * 60, max: 3 * 24 * 60 }),
    lasts: fc.integer({ min: 15, max: 10 * 24 * 60 }),
  })
  .map(({ zone, session, change, startsAfter, lasts }) => {
    const changes = CHANGES.get(zone) ?? [];
    const near = changes[change % Math.max(changes.length, 1)] ?? Math.ceil(Date.now() / DAY) * DAY;
    const start = near + startsAfter * MINUTE;
    return { zone, session, start, end: start + lasts * MINUTE };
  });

describe('when home access can be opened', () => {
  it('is exactly from 24 hours before the start until the end, across clock changes and in any database time zone', async () => {
    let overAChange = 0;
    const client = await kindpal.services.db.pool.connect();
    try {
      await fc.assert(
        fc.asyncProperty(someJob, async ({ zone, session, start, end }) => {
          const opens = start - ACCESS_OPENS_HOURS * HOUR;
          if (wallClock(opens, zone) !== wallClock(start, zone)) overAChange += 1;
          await client.query(`SELECT set_config('TimeZone', $1, false)`, [session]);
          const moments = [opens - 1, opens, start, end - 1, end];
          const { rows } = await client.query(
            `SELECT access_opens_at($1) AS opens,
               (SELECT array_agg(access_is_open($1, $2, at) ORDER BY place)
                FROM unnest($3::timestamptz[]) WITH ORDINALITY moment(at, place)) AS open`,
            [new Date(start), new Date(end), moments.map((at) => new Date(at))],
          );
          expect(rows).toEqual([
            { opens: new Date(opens), open: [false, true, true, true, false] },
          ]);
        }),
        { numRuns: 400 },
      );
    } finally {
      client.release(true);
    }
    // The days around a change were among those tried.
    expect(overAChange).toBeGreaterThan(20);
  });

  it.each([
    ['5 seconds before it opens', DAY + 5 * SECOND, 2 * DAY, 'ACCESS_CLOSED'],
    ['5 seconds after it opened', DAY - 5 * SECOND, 2 * DAY, 'ok'],
    ['10 seconds before the end', -HOUR, 10 * SECOND, 'ok'],
    ['a second after the end', -HOUR, -SECOND, 'ACCESS_CLOSED'],
  ])('is enforced by the call itself: %s', async (_when, startsIn, endsIn, answer) => {
    const { id } = await attached(startsIn, endsIn);
    expect(
      await outcomeOf(kindpal.callerFor(sitter).vault.open({ job_id: id, part: 'door' })),
    ).toBe(answer);
  });

  it('ends immediately on release, and attached access is removed a week after the end', async () => {
    const as = (who: TestMember) => kindpal.callerFor(who);
    const released = await attached(HOUR, 2 * HOUR);
    await as(sitter).job.move({ job_id: released.id, action: 'release' });
    expect(await refusalOf(as(sitter).vault.open({ job_id: released.id, part: 'door' }))).toBe(
      'FORBIDDEN',
    );
    const week = ACCESS_KEPT_DAYS * DAY;
    const kept = await attached(-week - HOUR, -week + 10 * SECOND);
    const over = await attached(-week - HOUR, -week - SECOND);
    await wipeJobAccess(kindpal.services);
    const { rows } = await kindpal.services.db.pool.query(
      'SELECT job_id FROM job_access WHERE job_id = ANY($1)',
      [[kept.id, over.id]],
    );
    expect(rows).toEqual([{ job_id: kept.id }]);
  });
});

/** A claimed job with access attached, moved to start and end at these times from now, in ms. */
async function attached(startsIn: number, endsIn: number): Promise<{ id: string }> {
  const { db } = kindpal.services;
  const job = await createJob(db, { owner_id: owner.id });
  await kindpal.callerFor(owner).vault.attach({ job_id: job.id });
  await createClaim(db, { job, sitter_id: sitter.id });
  await db.pool.query(
    `UPDATE jobs SET start_date = clock_timestamp() + $2 * interval '1 millisecond',
       end_date = clock_timestamp() + $3 * interval '1 millisecond' WHERE id = $1`,
    [job.id, startsIn, endsIn],
  );
  return { id: job.id };
}
