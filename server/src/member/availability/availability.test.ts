import { availabilityDataSchema } from '@kindpal/contract/availability/schema';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { users } from '../../db/schema/member.ts';
import { createMember, type TestMember } from '../../testing/factories.ts';
import { errorOf, outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { readAvailability } from './availability.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const NINE_TO_FIVE = { start: '09:00', end: '17:00' };
const DAY_MS = 86_400_000;
const inDays = (count: number) => new Date(Date.now() + count * DAY_MS).toISOString().slice(0, 10);

async function own(member: TestMember) {
  const seen = await kindpal.callerFor(member).member.get({ id: member.id });
  if (seen.view !== 'self') throw new Error('not the own view');
  return seen;
}

const save = (member: TestMember, edit: Record<string, unknown>) =>
  kindpal.callerFor(member).member.update({ id: member.id, ...edit });

async function sitterWith(availability_data: unknown): Promise<TestMember> {
  return createMember(kindpal.services.db, { role: 'pet_sitter', availability_data });
}

test('a sitter saves a week, dates, ranges and a zone, and finds them again [V1 V2 V4]', async () => {
  const sitter = await sitterWith(null);
  expect(await own(sitter)).toMatchObject({ availability_enabled: true, availability_data: null });
  const saved = await save(sitter, {
    availability_enabled: false,
    availability_data: {
      weeklySchedule: {
        monday: [NINE_TO_FIVE, { start: '16:30', end: '20:00' }],
        friday: [{ start: '20:00', end: '08:00', overnight: true }],
      },
      specificDates: { [inDays(9)]: [NINE_TO_FIVE], [inDays(5)]: [] },
      unavailableDateRanges: [{ start: inDays(20), end: inDays(30) }],
      timeZone: 'america/new_york',
    },
  });
  const week = { tuesday: [], wednesday: [], thursday: [], saturday: [], sunday: [] };
  expect(saved).toMatchObject({
    availability_enabled: false,
    availability_data: {
      weeklySchedule: {
        ...week,
        monday: [{ start: '09:00', end: '20:00' }],
        friday: [{ start: '20:00', end: '08:00', overnight: true }],
      },
      specificDates: { [inDays(5)]: [], [inDays(9)]: [NINE_TO_FIVE] },
      unavailableDateRanges: [{ start: inDays(20), end: inDays(30) }],
      timeZone: 'America/New_York',
    },
  });
  expect(await own(sitter)).toEqual(saved);
  const other = await createMember(kindpal.services.db);
  expect(await kindpal.callerFor(other).member.get({ id: sitter.id })).not.toHaveProperty(
    'availability_data',
  );
});

test('a save without the zone or the switch keeps them [V4]', async () => {
  const sitter = await sitterWith({ timeZone: 'Europe/Lisbon' });
  await save(sitter, { availability_enabled: false });
  await save(sitter, { availability_data: { monday: [NINE_TO_FIVE] } });
  expect(await own(sitter)).toMatchObject({
    availability_enabled: false,
    availability_data: {
      timeZone: 'Europe/Lisbon',
      weeklySchedule: { monday: [NINE_TO_FIVE], tuesday: [] },
    },
  });
  await save(sitter, { availability_data: null });
  expect(await own(sitter)).toMatchObject({ availability_data: null });
});

test('a profile counts availability once there is an hour, not a mere form [R7 V1]', async () => {
  const lacks = async (data: unknown) =>
    (await own(await sitterWith(data))).completeness.missing.map(({ field }) => field);
  expect(await lacks(null)).toContain('availability');
  expect(await lacks({ weeklySchedule: { monday: [] }, specificDates: {} })).toContain(
    'availability',
  );
  expect(await lacks({ monday: [NINE_TO_FIVE] })).not.toContain('availability');
});

describe('stored availability [V1 V2]', () => {
  it('is also read in the shape of the job specification', async () => {
    const sitter = await sitterWith({ tuesday: [NINE_TO_FIVE], monday: 'never' });
    expect((await own(sitter)).availability_data?.weeklySchedule).toMatchObject({
      monday: [],
      tuesday: [NINE_TO_FIVE],
    });
  });

  it('loses past dates and never prevents a save', async () => {
    const data = {
      specificDates: { '2020-01-01': [NINE_TO_FIVE], [inDays(3)]: [NINE_TO_FIVE] },
      unavailableDateRanges: [
        { start: '2019-12-24', end: '2020-01-02' },
        { start: '2020-01-01', end: inDays(4) },
      ],
    };
    const sitter = await sitterWith(data);
    const left = {
      specificDates: { [inDays(3)]: [NINE_TO_FIVE] },
      unavailableDateRanges: [{ start: '2019-12-24', end: inDays(4) }],
    };
    expect((await own(sitter)).availability_data).toMatchObject(left);
    await save(sitter, { availability_data: data });
    expect((await own(sitter)).availability_data).toMatchObject(left);
  });

  it('is used as far as it makes sense, whatever it is', () => {
    const slot = fc.record({
      start: fc.oneof(fc.string(), fc.constantFrom('06:00', '09:30', '22:30', '23:00')),
      end: fc.oneof(fc.string(), fc.constantFrom('06:00', '10:30', '22:30', '24:00')),
      overnight: fc.oneof(fc.boolean(), fc.constant('yes')),
    });
    const day = fc.oneof(fc.array(slot, { maxLength: 12 }), fc.anything());
    const kept = fc.oneof(
      fc.anything(),
      fc.record({ monday: day, friday: day }),
      fc.record({
        weeklySchedule: fc.oneof(fc.record({ monday: day, sunday: day }), fc.anything()),
        specificDates: fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom('2026-02-30', '2030-02-28', '__proto__')),
          day,
        ),
        unavailableDateRanges: fc.array(
          fc.record({ start: fc.constantFrom('2030-01-01', '2030-01-09', 'x'), end: fc.string() }),
        ),
        timeZone: fc.anything(),
      }),
    );
    const now = new Date('2026-05-01T12:00:00Z');
    fc.assert(
      fc.property(kept, (value) => {
        const read = readAvailability(value, now);
        if (read === null) expect(value ?? null).toBeNull();
        else {
          expect(availabilityDataSchema.parse(read)).toEqual(read);
          expect(readAvailability(read, now)).toEqual(read);
        }
      }),
      { numRuns: 200 },
    );
  });
});

test.each([
  ['a time off the grid', { weeklySchedule: { monday: [{ start: '09:15', end: '17:00' }] } }],
  ['a time too early', { monday: [{ start: '05:30', end: '17:00' }] }],
  ['a time too late', { monday: [{ start: '09:00', end: '23:00' }] }],
  ['an end before the start', { monday: [{ start: '17:00', end: '09:00' }] }],
  ['a slot of no length', { monday: [{ start: '09:00', end: '09:00' }] }],
  ['seven slots on a day', { monday: Array(7).fill(NINE_TO_FIVE) }],
  ['a date that there is not', { specificDates: { '2027-02-29': [NINE_TO_FIVE] } }],
  [
    'too many dates',
    { specificDates: Object.fromEntries([...Array(201).keys()].map((n) => [inDays(n), []])) },
  ],
  [
    'a range that ends before it starts',
    { unavailableDateRanges: [{ start: inDays(2), end: inDays(1) }] },
  ],
  ['a range without an end', { unavailableDateRanges: [{ start: inDays(2) }] }],
  ['51 ranges', { unavailableDateRanges: Array(51).fill({ start: inDays(2), end: inDays(2) }) }],
  ['a zone that there is not', { timeZone: 'Mars/Olympus_Mons' }],
  ['an offset for a zone', { timeZone: '+02:00' }],
  ['100 KB for a zone', { timeZone: 'x'.repeat(100_000) }],
  ['a text', 'always'],
  ['a list', []],
])('%s is refused, and the stored one stays [V1 V2]', async (_what, availability_data) => {
  const sitter = await sitterWith({ monday: [NINE_TO_FIVE] });
  const before = await own(sitter);
  expect(await refusalOf(save(sitter, { bio: 'New.', availability_data }))).toBe('INVALID_INPUT');
  expect(await own(sitter)).toEqual(before);
});

test('a slot that ends before it starts is named in the specification’s words [V1]', async () => {
  const sitter = await sitterWith(null);
  const refused = await errorOf(
    save(sitter, { availability_data: { monday: [{ start: '12:00', end: '06:00' }] } }),
  );
  expect(refused.data).toMatchObject({ fields: [{ message: 'Invalid time range' }] });
});

describe('two tabs of one member [V4]', () => {
  it('do not overwrite each other: the outdated one is told', async () => {
    const sitter = await sitterWith({ monday: [NINE_TO_FIVE] });
    const { availability_version } = await own(sitter);
    const first = { availability_data: { tuesday: [NINE_TO_FIVE] }, availability_version };
    const saved = await save(sitter, first);
    const second = save(sitter, {
      availability_enabled: false,
      availability_version,
      bio: 'Lost?',
    });
    expect(await refusalOf(second)).toBe('AVAILABILITY_CHANGED');
    expect(await own(sitter)).toEqual(saved);
    // Retrying because the response was lost is not a conflict.
    expect(await save(sitter, first)).toEqual(saved);
  });

  it('save at the same time, and one of the two succeeds', async () => {
    const sitter = await sitterWith(null);
    const { availability_version } = await own(sitter);
    const outcomes = await Promise.all(
      ['monday', 'tuesday', 'friday'].map((day) =>
        outcomeOf(
          save(sitter, { availability_version, availability_data: { [day]: [NINE_TO_FIVE] } }),
        ),
      ),
    );
    expect(outcomes.sort()).toEqual(['AVAILABILITY_CHANGED', 'AVAILABILITY_CHANGED', 'ok']);
  });

  it('save the profile without sending availability', async () => {
    const sitter = await sitterWith({ monday: [NINE_TO_FIVE] });
    await save(sitter, { bio: 'Three cats.', availability_version: 'stale' });
    expect(await own(sitter)).toMatchObject({ bio: 'Three cats.' });
  });
});

test('nobody sets another member’s availability [V4] [S6]', async () => {
  const { db } = kindpal.services;
  const sitter = await sitterWith({ monday: [NINE_TO_FIVE] });
  const staff = await createMember(db, { app_role: 'super_admin' });
  const edit = kindpal
    .callerFor(staff)
    .member.update({ id: sitter.id, availability_enabled: false });
  expect(await refusalOf(edit)).toBe('FORBIDDEN');
  const [row] = await db.drizzle.select().from(users).where(eq(users.id, sitter.id));
  expect(row).toMatchObject({
    availability_enabled: true,
    availability_data: { monday: [NINE_TO_FIVE] },
  });
});
