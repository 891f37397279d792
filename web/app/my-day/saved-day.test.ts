import 'fake-indexeddb/auto';
import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_KEPT_MS, type DayJob, toSavedDay } from './day.ts';
import { dayDatabaseOf, findDayDatabase, removeOtherDays } from './day-database.ts';
import { readDay, saveDay } from './saved-day.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-05-06T08:00:00Z');
const MOLLY = { id: 'molly', role: 'both', active_role: 'pet_owner' } as const;
const NED = { id: 'ned', role: 'pet_sitter', active_role: 'pet_sitter' } as const;
const MOLLYS = dayDatabaseOf(MOLLY);

const job = (id: string, endsAt: number): DayJob => ({
  id,
  as: 'sitter',
  status: 'claimed',
  title: `Job ${id}`,
  pet_name: 'Rex',
  start_date: new Date(NOW).toISOString(),
  end_date: new Date(endsAt).toISOString(),
  time_zone: 'UTC',
  location: null,
  address: '1 Elm Street',
  special_instructions: 'Half a pill at noon',
  care: { medical_conditions: null, emergency_contact: 'Vet', emergency_phone: '+1 555 0100' },
  claim_id: 'c1',
  other: { id: 'o1', full_name: 'Olive Owner' },
});
const JOBS = [job('short', NOW + HOUR), job('long', NOW + 20 * HOUR)];
const DAY = toSavedDay({ member_id: MOLLY.id, jobs: JOBS }, NOW);

beforeEach(() => removeOtherDays(null));
afterEach(() => void vi.restoreAllMocks());

const names = async () =>
  (await indexedDB.databases())
    .map(({ name }) => name)
    .filter((name) => name?.startsWith('kindpal-day-'));
const idsAt = async (now: number) => (await readDay(MOLLYS, now))?.jobs.map(({ id }) => id);

describe('the day that a member has on their device', () => {
  it('is available offline with care notes and phone numbers', async () => {
    expect(await saveDay(MOLLYS, DAY)).toBe(true);
    expect(await findDayDatabase()).toBe(MOLLYS);
    expect(await readDay(MOLLYS, NOW)).toEqual(DAY);
  });

  it('loses a job two hours after its end, and everything after a day, without the server', async () => {
    await saveDay(MOLLYS, DAY);
    expect(await idsAt(NOW + 3 * HOUR - 1)).toEqual(['short', 'long']);
    expect(await idsAt(NOW + 3 * HOUR)).toEqual(['long']);
    // It is deleted, not hidden: setting the clock back does not restore it.
    expect(await idsAt(NOW)).toEqual(['long']);
    expect(await readDay(MOLLYS, NOW + DAY_KEPT_MS)).toBeNull();
    expect(await readDay(MOLLYS, NOW)).toBeNull();
  });

  it('is removed when they sign out', async () => {
    await saveDay(MOLLYS, DAY);
    await removeOtherDays(null);
    await vi.waitFor(async () => expect(await names()).toEqual([]));
  });

  it('is removed when another member signs in, and when their own role changes', async () => {
    for (const next of [NED, { ...MOLLY, active_role: 'pet_sitter' } as const]) {
      await saveDay(MOLLYS, DAY);
      await removeOtherDays(next);
      await vi.waitFor(async () => expect(await names()).toEqual([]));
    }
  });

  it('stays when they come back to another page', async () => {
    await saveDay(MOLLYS, DAY);
    await removeOtherDays(MOLLY);
    expect(await readDay(MOLLYS, NOW)).toEqual(DAY);
  });

  it('is reported as not stored on a device without space, and the previous day is removed', async () => {
    await saveDay(MOLLYS, DAY);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    expect(await saveDay(MOLLYS, { ...DAY, jobs: [] })).toBe(false);
    expect(await readDay(MOLLYS, NOW)).toBeNull();
  });
});
