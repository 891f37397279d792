import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import {
  foundJobsText,
  jobListFailure,
  listRetryDelay,
  shouldRetryList,
} from './job-list-failure.ts';

const refused = new ORPCError('TOO_MANY_REQUESTS', { status: 429, defined: true });
const broken = new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 });
const policy = new ORPCError('INTERNAL_SERVER_ERROR', {
  status: 500,
  message: 'infinite recursion detected in policy for relation "jobs"',
});

describe('a list of jobs that does not load', () => {
  it('shows why the server refused, and is not requested again [J1]', () => {
    expect(jobListFailure(refused).toast).toBe(
      'Failed to load jobs: Rate limit exceeded. Please wait a moment and try again.',
    );
    expect(shouldRetryList(0, refused)).toBe(false);
  });

  it('names a database policy issue and is requested up to three times [J1]', () => {
    expect(jobListFailure(policy).toast).toBe(
      'Database policy issue detected. Please refresh the page.',
    );
    expect([0, 1, 2, 3].map((failures) => shouldRetryList(failures, policy))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect([0, 1, 2].map(listRetryDelay)).toEqual([1000, 2000, 3000]);
  });

  it.each([broken, new TypeError('Failed to fetch')])(
    'keeps a banner on the page when something unexpected happens [J1]',
    (error) => {
      expect(jobListFailure(error)).toEqual({
        kind: 'unexpected',
        toast: 'Something went wrong. Please try refreshing the page.',
        banner: 'An unexpected error occurred while loading jobs.',
      });
      expect(shouldRetryList(2, error)).toBe(true);
    },
  );

  it('says how many jobs a retry found [J1]', () => {
    expect(foundJobsText(7)).toBe('Found 7 available jobs');
  });
});
