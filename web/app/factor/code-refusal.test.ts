import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import { codeRefusal } from './code-refusal.ts';

const refused = (code: string, data?: unknown) =>
  new ORPCError(code, { defined: true, message: 'This code is not right.', data });

it('a wrong code and one that has to wait both show an error at the field, with the time to wait [U13]', () => {
  expect(codeRefusal(refused('MFA_VERIFICATION_FAILED'))).toBe('This code is not right.');
  const waits = { limit: 'factor', retry_after_seconds: 8 };
  expect(codeRefusal(refused('TOO_MANY_REQUESTS', waits))).toContain('in 8 seconds');
  expect(codeRefusal(refused('UNAUTHORIZED'))).toBeNull();
  expect(codeRefusal(new Error('the network is gone'))).toBeNull();
});
