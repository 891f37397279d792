import type { JobCard } from '@kindpal/contract/job/schema';
import { describe, expect, it } from 'vitest';
import { readJobFilter } from '~/job/list/job-list-filter.ts';
import {
  isReadyToSit,
  jobsOfOthers,
  NEAR_ADDRESS,
  NEAR_MILES,
  READY_TO_SIT,
  readyTitle,
} from './jobs-near.ts';

const job = (changes: Partial<JobCard> = {}) =>
  ({ view: 'member', is_mine: false, ...changes }) as JobCard;
const found = (items: JobCard[], next_cursor: string | null = null) => ({ items, next_cursor });
const mine = job({ is_mine: true } as Partial<JobCard>);

describe('a sitter who has finished the first steps [O2]', () => {
  it.each([
    [undefined, 'You’re ready'],
    [found([]), 'You’re ready'],
    [found([mine]), 'You’re ready'],
    [found([job(), mine]), 'You’re ready: 1 job near you'],
    [found([job(), job(), job()]), 'You’re ready: 3 jobs near you'],
    [found(Array<JobCard>(50).fill(job()), 'next'), 'You’re ready: 50+ jobs near you'],
  ])('reads how many jobs of others are near', (near, title) => {
    expect(readyTitle(near)).toBe(title);
  });

  it('is shown neither their own jobs nor the list that a visitor would get', () => {
    const visitors = job({ view: 'public' } as Partial<JobCard>);
    expect(jobsOfOthers(found([mine, visitors, job()]))).toEqual([job()]);
    expect(jobsOfOthers(undefined)).toEqual([]);
  });

  it('has a link to the same jobs on the list', () => {
    const { searchParams } = new URL(NEAR_ADDRESS, 'https://kindpal.example');
    expect(readJobFilter(searchParams)).toMatchObject({ sort: 'nearest', withinMiles: NEAR_MILES });
  });

  it('reads it only after coming from there', () => {
    expect(isReadyToSit(READY_TO_SIT)).toBe(true);
    for (const state of [null, undefined, {}, 'ready', { readyToSit: 'yes' }]) {
      expect(isReadyToSit(state)).toBe(false);
    }
  });
});
