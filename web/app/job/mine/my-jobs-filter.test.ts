import { jobPhaseSchema, MY_JOBS_COUNTED } from '@kindpal/contract/job/my-jobs';
import { expect, test } from 'vitest';
import {
  jobCountText,
  myJobsAddress,
  PHASES,
  phasesOf,
  readMyJobsFilter,
} from './my-jobs-filter.ts';

const read = (query: string, active_role: 'pet_owner' | 'pet_sitter' = 'pet_owner') =>
  readMyJobsFilter(new URLSearchParams(query), { active_role });

test('the screen has the phases of the contract, in their order [D1]', () => {
  expect(PHASES).toEqual(jobPhaseSchema.options);
});

test('an address without a side shows the side of the member’s current role [D1 D4]', () => {
  expect(read('')).toEqual({ as: 'owner', phase: undefined, search: '' });
  expect(read('', 'pet_sitter').as).toBe('sitter');
  expect(read('as=owner', 'pet_sitter').as).toBe('owner');
  expect(read('as=nobody').as).toBe('owner');
});

test('an address names a phase that its side has, or all [D1 D3]', () => {
  expect(read('state=open').phase).toBe('open');
  expect(read('as=sitter&state=open').phase).toBeUndefined();
  expect(read('state=nonsense').phase).toBeUndefined();
  expect(read(myJobsAddress('sitter', 'past').split('?')[1] ?? '')).toMatchObject({
    as: 'sitter',
    phase: 'past',
  });
});

test('all jobs are the sum of the phases, as far as they are counted [D1]', () => {
  const counts = { open: 3, upcoming: 4, in_progress: 1, to_confirm: 2, past: 19 };
  expect(jobCountText(counts, phasesOf('owner'))).toBe('29');
  expect(jobCountText(counts, ['open'])).toBe('3');
  const many = { ...counts, past: MY_JOBS_COUNTED + 1 };
  expect(jobCountText(many, phasesOf('owner'))).toBe(`${MY_JOBS_COUNTED}+`);
  expect(jobCountText(many, ['past'])).toBe(`${MY_JOBS_COUNTED}+`);
});
