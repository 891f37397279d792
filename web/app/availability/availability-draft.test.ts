import { EMPTY_AVAILABILITY, EMPTY_WEEK } from '@kindpal/contract/availability/rules';
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '~/testing/memory-storage.ts';
import {
  type AvailabilityDraft,
  keepAvailabilityDraft,
  readAvailabilityDraft,
  tabWithError,
} from './availability-draft.ts';

const WRONG = { start: '17:00', end: '09:00' };

describe('changes that are not saved [V4]', () => {
  const draft: AvailabilityDraft = {
    version: 'v1',
    enabled: false,
    data: { ...EMPTY_AVAILABILITY, weeklySchedule: { ...EMPTY_WEEK, monday: [WRONG] } },
  };

  it('are restored after a reload, even those that cannot be saved yet, and only for their member', () => {
    const storage = memoryStorage();
    keepAvailabilityDraft(storage, 'ada', draft);
    expect(readAvailabilityDraft(storage, 'ada')).toEqual(draft);
    expect(readAvailabilityDraft(storage, 'eve')).toBeNull();
    keepAvailabilityDraft(storage, 'ada', null);
    expect(storage.kept.size).toBe(0);
  });

  it.each([
    'nonsense',
    'null',
    '[]',
    '{}',
    '{"version":"v1","enabled":true,"data":{}}',
    JSON.stringify({ ...draft, data: { ...draft.data, weeklySchedule: { monday: [] } } }),
    JSON.stringify({ ...draft, data: { ...draft.data, specificDates: { '2026-01-01': [3] } } }),
    JSON.stringify({ ...draft, data: { ...draft.data, specificDates: { tomorrow: [] } } }),
    JSON.stringify({ ...draft, data: { ...draft.data, timeZone: 'Mars/Olympus_Mons' } }),
    JSON.stringify({ ...draft, data: { ...draft.data, unavailableDateRanges: [{}] } }),
  ])('are not restored from %s', (stored) => {
    expect(
      readAvailabilityDraft(memoryStorage({ 'kindpal.availability.ada': stored }), 'ada'),
    ).toBeNull();
  });

  it('are not lost if storage is blocked', () => {
    const closed = () => {
      throw new Error('closed');
    };
    const storage = { getItem: closed, setItem: closed, removeItem: closed };
    expect(readAvailabilityDraft(storage, 'ada')).toBeNull();
    expect(() => keepAvailabilityDraft(storage, 'ada', draft)).not.toThrow();
  });
});

it('the tab with hours that end before they start is the one to fix [V1]', () => {
  expect(tabWithError(EMPTY_AVAILABILITY)).toBeNull();
  const dates = { ...EMPTY_AVAILABILITY, specificDates: { '2026-01-01': [WRONG] } };
  expect(tabWithError(dates)).toBe('dates');
  expect(tabWithError({ ...dates, weeklySchedule: { ...EMPTY_WEEK, sunday: [WRONG] } })).toBe(
    'week',
  );
});
