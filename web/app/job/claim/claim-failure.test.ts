import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { claimFailure } from './claim-failure.ts';

describe('a claim that does not succeed', () => {
  it('tells the second sitter that the job is gone, and turns the page [J5]', () => {
    expect(claimFailure(new ORPCError('JOB_ALREADY_CLAIMED', { defined: true }))).toEqual({
      title: 'Job No Longer Available: This job has already been claimed by someone else.',
      isGone: true,
    });
  });

  it.each(['CANNOT_CLAIM_JOB', 'FORBIDDEN', 'NOT_FOUND'])(
    'tells a sitter who cannot claim it so (%s) [J5]',
    (code) => {
      expect(claimFailure(new ORPCError(code, { defined: true })).title).toBe(
        'Cannot claim job: This job is no longer available or you cannot claim it.',
      );
    },
  );

  it('tells a sitter who is busy then why, and leaves the page as it is [J5]', () => {
    const message = 'You have already claimed a job at exactly this time.';
    expect(claimFailure(new ORPCError('DOUBLE_BOOKED', { defined: true, message }))).toEqual({
      title: `Cannot claim job: ${message}`,
      isGone: false,
    });
  });

  it('asks to try again when nobody could know better [J5]', () => {
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
