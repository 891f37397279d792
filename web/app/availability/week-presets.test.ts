import { EMPTY_WEEK, isSlotValid, SLOT_TIMES } from '@kindpal/contract/availability/rules';
import { describe, expect, it } from 'vitest';
import { WEEK_PRESETS, withPreset } from './week-presets.ts';

const [evenings, daytime, weekends] = WEEK_PRESETS;

describe('a sitter who fills in common hours [V1]', () => {
  it('gets the hours of both when they press two for other days', () => {
    if (!evenings || !weekends) throw new Error('A preset is missing');
    const week = withPreset(withPreset(EMPTY_WEEK, evenings), weekends);
    expect(week.monday).toEqual([{ start: '17:00', end: '21:00' }]);
    expect(week.friday).toEqual(week.monday);
    expect(week.sunday).toEqual([{ start: '09:00', end: '18:00' }]);
  });

  it('keeps the days that a preset does not contain, and replaces the others', () => {
    if (!evenings || !daytime) throw new Error('A preset is missing');
    const own = { ...EMPTY_WEEK, saturday: [{ start: '07:00', end: '08:00' }] };
    const week = withPreset(withPreset(own, evenings), daytime);
    expect(week.saturday).toEqual(own.saturday);
    expect(week.tuesday).toEqual([{ start: '09:00', end: '17:00' }]);
    expect(week.sunday).toEqual([]);
  });

  it('gets hours that the editor can show and save', () => {
    for (const { slot } of WEEK_PRESETS) {
      expect(isSlotValid(slot)).toBe(true);
      expect(SLOT_TIMES).toContain(slot.start);
      expect(SLOT_TIMES).toContain(slot.end);
    }
  });
});
