import type { JobCard } from '@kindpal/contract/job/schema';
import { describe, expect, it } from 'vitest';
import { isReadyToSit, jobsIn, nearAddress, READY_TO_SIT, readyTitle } from './jobs-near.ts';

const HERE = 'Old Town, Maine';
const job = (changes: Partial<JobCard> = {}) =>
  ({ view: 'member', is_mine: false, location: HERE, ...changes }) as JobCard;
const found = (items: JobCard[], next_cursor: string | null = null) => ({ items, next_cursor });
const mine = job({ is_mine: true } as Partial<JobCard>);

describe('a sitter who is through the first steps [O2]', () => {
  it.each([
    [undefined, 'You’re ready'],
    [found([]), 'You’re ready'],
    [found([mine]), 'You’re ready'],
    [found([job(), mine]), 'You’re ready: 1 job near you'],
    [found([job(), job(), job()]), 'You’re ready: 3 jobs near you'],
    [found(Array<JobCard>(50).fill(job()), 'next'), 'You’re ready: 50+ jobs near you'],
  ])('reads how many jobs of others are near', (near, title) => {
    expect(readyTitle(HERE, near)).toBe(title);
  });

  it('is shown no job of their own, and none that only speaks of the town', () => {
    const elsewhere = job({ location: 'Bangor, Maine' });
    expect(jobsIn(HERE, found([mine, elsewhere, job()]))).toEqual([job()]);
    expect(nearAddress(HERE)).toBe('/jobs?search=Old+Town');
  });

  it('reads it once they come from there, and not on any other way home', () => {
    expect(isReadyToSit(READY_TO_SIT)).toBe(true);
    for (const state of [null, undefined, {}, 'ready', { readyToSit: 'yes' }]) {
      expect(isReadyToSit(state)).toBe(false);
    }
  });
});
