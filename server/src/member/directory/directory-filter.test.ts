import {
  type AvailabilityData,
  addDays,
  slotsOn,
  WEEKDAYS,
} from '@kindpal/contract/availability/rules';
import type { DirectoryFilter } from '@kindpal/contract/member/directory-filter';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishDue } from '../../review/publish-due-reviews.ts';
import { createEndedClaim, createMember, type TestMember } from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { BROOKLYN, MAPLEWOOD } from '../../testing/sample-places.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let owner: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  owner = await createMember(kindpal.services.db);
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  await kindpal.services.db.pool.query(`DELETE FROM auth."user" WHERE id <> $1`, [owner.id]);
});

const SATURDAY = '2027-03-06';
const SOUTH_ORANGE = { place_id: 5104836, location: 'South Orange, New Jersey' };
const NINE_TO_FIVE = { start: '09:00', end: '17:00' };
const sitter = async (given: Parameters<typeof createMember>[1] = {}) =>
  (await createMember(kindpal.services.db, { role: 'pet_sitter', ...MAPLEWOOD, ...given })).id;

type Asking = DirectoryFilter & { search?: string; sort?: 'rating' };

/** Everybody found, over all pages. */
async function found(filter: Asking, { limit = 50, who = owner as TestMember | null } = {}) {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await kindpal.callerFor(who).member.list({ ...filter, limit, cursor });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return ids;
}

describe('an owner who narrows the directory down [R8]', () => {
  it('finds sitters of an area, and around it by distance', async () => {
    const [here, near, far] = [await sitter(), await sitter(SOUTH_ORANGE), await sitter(BROOKLYN)];
    const { place_id } = MAPLEWOOD;
    expect(await found({ place_id, within_miles: 1 })).toEqual([here]);
    expect(await found({ place_id })).toEqual([near, here]);
    expect(await found({ place_id, within_miles: 30 })).toEqual([far, near, here]);
    expect(await found({ place_id: 2_147_483_647 })).toEqual([]);
  });

  it('finds sitters free on a day, never those who are away or switched off', async () => {
    const week = { saturday: [NINE_TO_FIVE] };
    const free = await sitter({ availability_data: { weeklySchedule: week } });
    const once = await sitter({
      availability_data: { specificDates: { [SATURDAY]: [NINE_TO_FIVE] } },
    });
    const away = [{ start: addDays(SATURDAY, -3), end: SATURDAY }];
    await sitter({ availability_data: { weeklySchedule: week, unavailableDateRanges: away } });
    await sitter({
      availability_data: { weeklySchedule: week, specificDates: { [SATURDAY]: [] } },
    });
    await sitter({ availability_data: { weeklySchedule: week }, availability_enabled: false });
    await sitter();
    expect(await found({ free_on: SATURDAY })).toEqual([once, free]);
    expect(await found({ free_on: addDays(SATURDAY, 1) })).toEqual([]);
  });

  it('finds the sitters who are free on every day of a stay', async () => {
    const weekend = { saturday: [NINE_TO_FIVE], sunday: [NINE_TO_FIVE] };
    const sunday = addDays(SATURDAY, 1);
    const both = await sitter({ availability_data: { weeklySchedule: weekend } });
    await sitter({ availability_data: { weeklySchedule: { saturday: [NINE_TO_FIVE] } } });
    await sitter({
      availability_data: { weeklySchedule: weekend, specificDates: { [sunday]: [] } },
    });
    const away = [{ start: sunday, end: addDays(sunday, 5) }];
    await sitter({ availability_data: { weeklySchedule: weekend, unavailableDateRanges: away } });
    const monday = addDays(SATURDAY, 2);
    const longer = await sitter({
      availability_data: { weeklySchedule: weekend, specificDates: { [monday]: [NINE_TO_FIVE] } },
    });
    expect(await found({ free_on: SATURDAY, free_until: sunday })).toEqual([longer, both]);
    expect(await found({ free_on: SATURDAY, free_until: monday })).toEqual([longer]);
    expect(await found({ free_on: SATURDAY, free_until: SATURDAY })).toHaveLength(5);
  });

  it.each([
    { free_until: SATURDAY },
    { free_on: SATURDAY, free_until: addDays(SATURDAY, -1) },
    { free_on: SATURDAY, free_until: addDays(SATURDAY, 31) },
  ])('refuses a stay that is impossible: %j', async (filter) => {
    const viewer = kindpal.callerFor(await createMember(kindpal.services.db));
    expect(await refusalOf(viewer.member.list({ ...filter, limit: 20 }))).toBe('INVALID_INPUT');
  });

  it('finds by service and by rate, and by all of these with words', async () => {
    const walker = await sitter({
      services: ['dog_walking'],
      payment_preference: 'hourly_rate',
      hourly_rate_amount: 15,
      bio: 'Long walks',
    });
    const dear = await sitter({
      services: ['pet_sitting', 'dog_walking'],
      payment_preference: 'fixed_rate',
      fixed_rate_amount: 80,
    });
    const unsaid = await sitter({ payment_preference: 'negotiable', bio: 'Long walks' });
    await sitter({ services: ['pet_sitting'] });
    expect(await found({ service: 'dog_walking' })).toEqual([unsaid, dear, walker]);
    expect(await found({ max_rate: 15 })).toEqual([unsaid, walker]);
    expect(await found({ max_rate: 14.5, service: 'dog_walking' })).toEqual([unsaid]);
    const all = { service: 'dog_walking', max_rate: 20, search: 'long walks' } as const;
    expect(await found({ ...all, place_id: MAPLEWOOD.place_id })).toEqual([unsaid, walker]);
    expect(await found({ ...all, place_id: BROOKLYN.place_id })).toEqual([]);
  });

  it('sees complete profiles first, then the newest, over all pages', async () => {
    const whole = {
      bio: 'Forty years of dogs, and every one of them came back for more of it.',
      payment_links: { a: { service: 'Venmo', url: 'https://venmo.com/u/a' } },
    };
    const first = await sitter(whole);
    const empty = await sitter({ place_id: null, location: null });
    const second = await sitter(whole);
    const short = await sitter({ ...whole, bio: 'Hi' });
    for (const limit of [1, 2, 50]) {
      expect(await found({}, { limit })).toEqual([second, first, short, empty]);
      expect(await found({ max_rate: 10_000 }, { limit })).toEqual([]);
      expect(await found({ service: 'pet_sitting' }, { limit })).toHaveLength(4);
    }
  });

  it('reaches the end of a long directory although most of it does not match', async () => {
    await kindpal.services.db.pool.query(
      `WITH made AS (INSERT INTO auth."user" (id, name, email, email_verified)
         SELECT gen_random_uuid(), 'Many', 'many-' || n || '@example.org', true
         FROM generate_series(1, 6500) n RETURNING id)
       INSERT INTO users (id, first_name, last_name, role, active_role, services)
       SELECT id, 'Many', 'Sitters', 'pet_sitter', 'pet_sitter', '{pet_sitting}' FROM made`,
    );
    const created_at = new Date('2020-01-01T00:00:00Z');
    const last = await sitter({ services: ['dog_walking'], created_at, ...NO_AREA });
    const firstPage = await kindpal
      .callerFor(owner)
      .member.list({ service: 'dog_walking', limit: 5 });
    expect(firstPage).toEqual({ items: [], next_cursor: expect.any(String) });
    expect(await found({ service: 'dog_walking' })).toEqual([last]);
  });

  it('must name the place that a distance is measured from', async () => {
    const viewer = kindpal.callerFor(await createMember(kindpal.services.db));
    expect(await refusalOf(viewer.member.list({ within_miles: 5, limit: 20 }))).toBe(
      'INVALID_INPUT',
    );
  });

  it.each([
    { free_on: SATURDAY },
    { free_on: SATURDAY, free_until: addDays(SATURDAY, 1) },
    { place_id: MAPLEWOOD.place_id },
    { max_rate: 20 },
    { min_rating: 4 },
    { service: 'dog_walking' as const },
    { within_miles: 5 },
  ])('must be a member: a filter reveals nothing hidden to visitors: %j', async (filter) => {
    await sitter();
    const gone = await createMember(kindpal.services.db, { suspended_at: new Date() });
    for (const who of [null, gone]) {
      expect(await refusalOf(kindpal.callerFor(who).member.list({ ...filter, limit: 20 }))).toBe(
        'UNAUTHORIZED',
      );
    }
  });
});

describe('a directory by rating [R8] [R9]', () => {
  /** Publishes one review of the member per number of stars. */
  async function rate(reviewee_id: string, ...stars: number[]) {
    for (const rating of stars) {
      const { claim_id, owner: by } = await createEndedClaim(kindpal.services.db, {
        sitter_id: reviewee_id,
      });
      await kindpal.services.db.pool.query(
        `WITH review AS (INSERT INTO reviews (claim_id, side, reviewer_id, rating, would_repeat)
           VALUES ($1, 'owner', $2, $3, true) RETURNING id)
         SELECT id FROM review`,
        [claim_id, by.id, rating],
      );
    }
    await publishDue(kindpal.services.db.drizzle, new Date(Date.now() + 15 * 86_400_000));
  }
  const byRating = (asked: Asking, limit = 50) => found({ ...asked, sort: 'rating' }, { limit });

  it('has the best rated first, then the most reviewed, and ends with those without reviews', async () => {
    const [none, poor, often, once] = [
      await sitter(),
      await sitter(),
      await sitter(),
      await sitter(),
    ];
    await rate(poor, 2, 3);
    await rate(often, 5, 4, 5, 4);
    await rate(once, 4, 5);
    const held = (await createMember(kindpal.services.db)).id;
    await rate(held, 5);
    const suspended = await sitter();
    await rate(suspended, 5);
    await kindpal.services.db.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [
      suspended,
    ]);
    for (const limit of [1, 2, 50]) {
      const seen = (await byRating({}, limit)).filter((id) => id !== suspended && id !== held);
      expect(seen.slice(0, 3)).toEqual([often, once, poor]);
      expect(seen).toContain(none);
      expect(new Set(seen).size).toBe(seen.length);
    }
    expect(await byRating({})).not.toContain(suspended);
    expect(await byRating({})).not.toContain(held);
  });

  it('is filtered by stars and by everything else, in either order', async () => {
    const [good, better, unrated] = [await sitter(), await sitter(BROOKLYN), await sitter()];
    await rate(good, 4);
    await rate(better, 4, 5);
    for (const limit of [1, 50]) {
      expect(await byRating({ min_rating: 4 }, limit)).toEqual([better, good]);
      expect(await found({ min_rating: 4 }, { limit })).toEqual([better, good]);
      expect(await byRating({ min_rating: 4.5 }, limit)).toEqual([better]);
    }
    expect(await byRating({ min_rating: 4, place_id: MAPLEWOOD.place_id })).toEqual([good]);
    expect(await byRating({ search: 'sam', service: 'dog_walking' }, 1)).toEqual([]);
    expect((await byRating({ place_id: MAPLEWOOD.place_id })).slice(0, 1)).toEqual([good]);
    expect(await found({})).toContain(unrated);
  });

  it('is for members, and a page of one order continues in no other', async () => {
    expect(
      await refusalOf(kindpal.callerFor(null).member.list({ sort: 'rating', limit: 20 })),
    ).toBe('UNAUTHORIZED');
    await sitter();
    await sitter();
    const as = kindpal.callerFor(owner);
    const { next_cursor } = await as.member.list({ sort: 'rating', limit: 1 });
    expect(await refusalOf(as.member.list({ cursor: next_cursor ?? '', limit: 1 }))).toBe(
      'INVALID_INPUT',
    );
  });
});

const NO_AREA = { place_id: null, location: null };

describe('the sitters free on a day [R8] [V3]', () => {
  const slots = fc.constantFrom([], [NINE_TO_FIVE]);
  const dates = fc.integer({ min: -2, max: 9 }).map((days) => addDays(SATURDAY, days));
  const PLAIN = { noNullPrototype: true };
  const data = fc.record(
    {
      weeklySchedule: fc.record(Object.fromEntries(WEEKDAYS.map((day) => [day, slots])), PLAIN),
      specificDates: fc.dictionary(dates, slots, { maxKeys: 4, ...PLAIN }),
      unavailableDateRanges: fc.array(
        fc.tuple(dates, dates).map((ends) => {
          const [start, end] = ends.sort() as [string, string];
          return { start, end };
        }),
        { maxLength: 2 },
      ),
    },
    PLAIN,
  );

  it('are the same in the directory and by the rules of availability', async () => {
    const cases = fc.sample(fc.record({ enabled: fc.boolean(), data, bare: fc.boolean() }), 120);
    const kept = new Map<string, (typeof cases)[number]>();
    for (const one of cases) {
      const { enabled, bare } = one;
      const availability_data = bare ? one.data.weeklySchedule : one.data;
      kept.set(await sitter({ availability_enabled: enabled, availability_data }), one);
    }
    const freeOn: Set<string>[] = [];
    for (let days = 0; days < 8; days += 1) {
      const date = addDays(SATURDAY, days);
      const free = [...kept].filter(([, one]) => {
        const whole = one.bare
          ? { ...one.data, specificDates: {}, unavailableDateRanges: [] }
          : one.data;
        return (
          slotsOn({ enabled: one.enabled, data: whole as unknown as AvailabilityData }, date)
            .length > 0
        );
      });
      const ids = new Set(await found({ free_on: date }));
      expect([...ids].sort(), date).toEqual(free.map(([id]) => id).sort());
      freeOn.push(ids);
    }
    for (const [first, last] of [
      [0, 1],
      [1, 3],
      [3, 7],
    ] as const) {
      const stay = { free_on: addDays(SATURDAY, first), free_until: addDays(SATURDAY, last) };
      const whole = [...kept.keys()].filter((id) =>
        freeOn.slice(first, last + 1).every((ids) => ids.has(id)),
      );
      expect((await found(stay)).sort(), `days ${first} to ${last}`).toEqual(whole.sort());
    }
  });
});
