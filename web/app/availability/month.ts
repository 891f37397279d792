import { addDays } from '@kindpal/contract/availability/rules';

/** How many months ahead the calendar goes: as far as jobs can be posted. */
export const MONTHS_AHEAD = 24;

const of = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** 'yyyy-MM' of a date. */
export const monthOf = (date: string) => date.slice(0, 7);

export function addMonths(month: string, count: number): string {
  const first = of(month);
  first.setUTCMonth(first.getUTCMonth() + count);
  return first.toISOString().slice(0, 7);
}

/** 'November 2025'. */
export function monthText(month: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(of(month));
}

/** The weeks of a month, starting on Sunday as in the US; null for days of another month. [V3] */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const sunday = addDays(first, -of(month).getUTCDay());
  const weeks: (string | null)[][] = [];
  for (let start = sunday; start < `${addMonths(month, 1)}-01`; start = addDays(start, 7)) {
    const days = Array.from({ length: 7 }, (_, n) => addDays(start, n));
    weeks.push(days.map((day) => (monthOf(day) === month ? day : null)));
  }
  return weeks;
}

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** The day that a key selects, never before `today`; null for other keys. */
export function dayAfterKey(key: string, from: string, today: string): string | null {
  const target = keyTarget(key, from);
  const last = addDays(`${addMonths(monthOf(today), MONTHS_AHEAD + 1)}-01`, -1);
  if (target === null) return null;
  return target < today ? today : target > last ? last : target;
}

function keyTarget(key: string, from: string): string | null {
  if (key in STEPS) return addDays(from, STEPS[key] ?? 0);
  const weekday = new Date(from).getUTCDay();
  if (key === 'Home') return addDays(from, -weekday);
  if (key === 'End') return addDays(from, 6 - weekday);
  if (key === 'PageUp' || key === 'PageDown') {
    const month = addMonths(monthOf(from), key === 'PageUp' ? -1 : 1);
    const last = addDays(`${addMonths(month, 1)}-01`, -1);
    const same = `${month}-${from.slice(8)}`;
    return same > last ? last : same;
  }
  return null;
}
