import type { Slot, Weekday, WeeklySchedule } from '@kindpal/contract/availability/rules';

type Preset = { days: readonly Weekday[]; slot: Slot };

const WEEKDAYS_OF_WORK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
const WEEKEND = ['saturday', 'sunday'] as const;

/** The most common weeks of sitters, by label. [V1] */
export const WEEK_PRESETS: readonly (Preset & { label: string })[] = [
  {
    label: 'Weekday evenings',
    days: WEEKDAYS_OF_WORK,
    slot: { start: '17:00', end: '21:00' },
  },
  { label: 'Weekdays 9–5', days: WEEKDAYS_OF_WORK, slot: { start: '09:00', end: '17:00' } },
  { label: 'Weekends', days: WEEKEND, slot: { start: '09:00', end: '18:00' } },
];

/** Adds a preset's hours to its days; presets for different days can be combined. [V1] */
export function withPreset(week: WeeklySchedule, { days, slot }: Preset): WeeklySchedule {
  return { ...week, ...Object.fromEntries(days.map((day) => [day, [slot]])) };
}
