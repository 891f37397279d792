import { expect, it } from 'vitest';
import { findRemovedJobs } from './removed-jobs.ts';

const rows = (ids: string) => [...ids].map((id) => ({ job: { id }, claim: null }));
const read = (ids: string, next: string, isWhole = true, list = 'upcoming') => {
  const held = { list: 'upcoming', items: rows(ids), left: [] };
  return findRemovedJobs(held, { list, items: rows(next), isWhole }).left.map(({ job }) => job.id);
};

it('a job that leaves the list that its member is viewing is noticed [D1] [D3]', () => {
  expect(read('abc', 'ac')).toEqual(['b']);
  expect(read('abc', '')).toEqual(['a', 'b', 'c']);
  expect(read('abcde', 'a')).toEqual(['b', 'c', 'd']);
});

it('a job that only moved to a page that is not loaded has not left [D1]', () => {
  expect(read('abc', 'nab', false)).toEqual([]);
  expect(read('abc', 'nac', false)).toEqual(['b']);
});

it('a job that comes back, and one of another list, has not left [D1] [D3]', () => {
  const held = { list: 'upcoming', items: rows('b'), left: rows('a') };
  const next = { list: 'upcoming', items: rows('ab'), isWhole: true };
  expect(findRemovedJobs(held, next).left).toEqual([]);
  expect(read('abc', '', true, 'past')).toEqual([]);
});
