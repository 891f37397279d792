import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { queryClient, shouldRetry } from './query-client.ts';
import { retryDelay } from './reachability.ts';

const answered = (status: number) => new ORPCError('ANY', { status });
const unreached = new TypeError('Failed to fetch');

describe('how often a page retries', () => {
  it('data stays fresh and kept for five minutes [P12]', () => {
    expect(queryClient.getDefaultOptions().queries).toMatchObject({
      staleTime: 300_000,
      gcTime: 300_000,
    });
  });

  it('a failing server is retried once [P12]', () => {
    expect([0, 1].map((failures) => shouldRetry(failures, answered(500)))).toEqual([true, false]);
  });

  it('a refusal is never retried [P12]', () => {
    for (const status of [400, 401, 403, 404, 409, 422, 429]) {
      expect(shouldRetry(0, answered(status))).toBe(false);
    }
  });

  it('an unreachable server is retried three times [P12]', () => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, unreached))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('the wait grows and ends at 30 seconds [P12]', () => {
    expect([0, 1, 2, 3, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 30_000]);
  });
});
