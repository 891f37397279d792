import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { claimFailure } from './claim-failure.ts';

describe('a claim that does not succeed', () => {
  it('tells the second sitter that the job is gone, and updates the page [J5]', () => {
    expect(claimFailure(new ORPCError('JOB_ALREADY_CLAIMED', { defined: true }))).toEqual({
      title: 'Job No Longer Available: This job has already been claimed by someone else.',
      isGone: true,
    });
  });

  it.each(['CANNOT_CLAIM_JOB', 'FORBIDDEN', 'NOT_FOUND'])(
    'tells a sitter that they cannot claim it (%s) [J5]',
    (code) => {
      expect(claimFailure(new ORPCError(code, { defined: true })).title).toBe(
        'Cannot claim job: This job is no longer available or you cannot claim it.',
      );
    },
  );

  it('tells a sitter with a conflicting job why, and keeps the page [J5]', () => {
    const message = 'You have already claimed a job at exactly this time.';
    expect(claimFailure(new ORPCError('DOUBLE_BOOKED', { defined: true, message }))).toEqual({
      title: `Cannot claim job: ${message}`,
      isGone: false,
    });
  });

  it('tells a newcomer to confirm their address, not to try again [U1] [J5]', () => {
    const message = 'Confirm your email first. You can do that on your dashboard.';
    expect(claimFailure(new ORPCError('EMAIL_NOT_CONFIRMED', { defined: true, message }))).toEqual({
      title: `Cannot claim job: ${message}`,
      isGone: false,
    });
  });

  it.each([
    [
      'release_by_member',
      86_000,
      'You’ve canceled ten claims within a day. You can claim again in 24 hours.',
    ],
    [
      'claimed_pet_by_member',
      8_000,
      'You’ve claimed jobs for 20 pets within a day. You can claim for another pet in 3 hours.',
    ],
    [
      'claimed_pet_by_member',
      30,
      'You’ve claimed jobs for 20 pets within a day. You can claim for another pet in 1 minute.',
    ],
  ])(
    'tells a sitter who reached %s when they can claim again, and keeps the page [J5]',
    (limit, retry_after_seconds, text) => {
      const data = { limit, retry_after_seconds };
      const refused = new ORPCError('TOO_MANY_REQUESTS', { defined: true, status: 429, data });
      expect(claimFailure(refused)).toEqual({ title: `Cannot claim job: ${text}`, isGone: false });
    },
  );

  it('tells a sitter who was too fast how long to wait [J5]', () => {
    const data = { limit: 'change_by_member', retry_after_seconds: 8 };
    const refused = new ORPCError('TOO_MANY_REQUESTS', { defined: true, status: 429, data });
    expect(claimFailure(refused)).toMatchObject({
      title: 'Failed to claim job. Please try again.',
      description: 'Rate limit exceeded. Please try again in 8 seconds.',
    });
  });

  it('suggests a retry if the result is unknown [J5]', () => {
    expect(claimFailure(new ORPCError('INTERNAL_SERVER_ERROR'))).toEqual({
      title: 'Failed to claim job. Please try again.',
      isGone: false,
    });
    expect(claimFailure(new TypeError('Failed to fetch'))).toMatchObject({
      title: 'Failed to claim job. Please try again.',
      description: expect.stringContaining("can't reach"),
      isGone: false,
    });
  });
});
