import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import { claimWarnings } from './claim-warnings.ts';

it('a claim that needs a confirmation shows its warnings, and is not a failure [J5]', () => {
  const warnings = [{ code: 'away', jobs: [] }];
  const held = new ORPCError('CLAIM_NEEDS_CONFIRMATION', { defined: true, data: { warnings } });
  expect(claimWarnings(held)).toEqual(warnings);
  expect(claimWarnings(new ORPCError('DOUBLE_BOOKED', { defined: true }))).toBeNull();
  expect(claimWarnings(new TypeError('Failed to fetch'))).toBeNull();
});
