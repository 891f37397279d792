import type { WeekFigures } from '@kindpal/contract/staff/figures';

export type Counted = Exclude<keyof WeekFigures, 'week'>;

/** The charts of Analytics, in the order in which members go through these steps. [S4] */
export const WEEK_CHARTS: readonly { of: Counted; title: string }[] = [
  { of: 'new_members', title: 'New members' },
  { of: 'invites_used', title: 'Invites used' },
  { of: 'jobs_posted', title: 'Jobs posted' },
  { of: 'jobs_claimed', title: 'Jobs claimed' },
  { of: 'jobs_completed', title: 'Jobs completed' },
  { of: 'messages', title: 'Messages' },
];

export type WeekChart = {
  counts: number[];
  /** The height of each bar, as a percentage of the highest. */
  heights: number[];
  total: number;
  highest: number;
};

/** The chart of one figure, week by week. */
export function chartOf(weeks: readonly WeekFigures[], of: Counted): WeekChart {
  const counts = weeks.map((week) => week[of]);
  const highest = Math.max(0, ...counts);
  return {
    counts,
    heights: counts.map((count) => (highest === 0 ? 0 : (count / highest) * 100)),
    total: counts.reduce((sum, count) => sum + count, 0),
    highest,
  };
}

const FORMAT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** 'Dec 22', for a Monday given as yyyy-MM-dd. */
export function weekLabel(monday: string): string {
  return FORMAT.format(new Date(`${monday}T00:00:00Z`));
}
