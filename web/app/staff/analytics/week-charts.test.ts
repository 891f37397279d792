import type { WeekFigures } from '@kindpal/contract/staff/figures';
import { describe, expect, it } from 'vitest';
import { chartOf, WEEK_CHARTS, weekLabel } from './week-charts.ts';

const week = (messages: number): WeekFigures => ({
  week: '2025-12-22',
  new_members: 0,
  jobs_posted: 0,
  jobs_claimed: 0,
  jobs_completed: 0,
  messages,
  invites_used: 0,
});

describe('the charts of Analytics [S4]', () => {
  it('are as high as their counts, the highest at full height', () => {
    expect(chartOf([week(0), week(5), week(20)], 'messages')).toEqual({
      counts: [0, 5, 20],
      heights: [0, 25, 100],
      total: 25,
      highest: 20,
    });
  });

  it('are flat where nothing happened', () => {
    expect(chartOf([week(0), week(0)], 'jobs_posted').heights).toEqual([0, 0]);
    expect(chartOf([], 'jobs_posted')).toMatchObject({ highest: 0, total: 0 });
  });

  it('show every figure once, and name weeks by their Mondays wherever the viewer is', () => {
    const { week: _, ...figures } = week(0);
    expect(WEEK_CHARTS.map(({ of }) => of).sort()).toEqual(Object.keys(figures).sort());
    expect(weekLabel('2025-12-22')).toBe('Dec 22');
  });
});
