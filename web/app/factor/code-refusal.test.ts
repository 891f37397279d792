import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import { codeRefusal, wrongCode } from './code-refusal.ts';

const refused = (code: string, data?: unknown) =>
  new ORPCError(code, { defined: true, message: 'This code is not right.', data });

it('a wrong code and one that has to wait both show an error at the field, with the time to wait [U13]', () => {
  expect(codeRefusal(refused('MFA_VERIFICATION_FAILED'))).toBe('This code is not right.');
  const waits = { limit: 'factor', retry_after_seconds: 8 };
  expect(codeRefusal(refused('TOO_MANY_REQUESTS', waits))).toContain('in 8 seconds');
  expect(codeRefusal(refused('UNAUTHORIZED'))).toBeNull();
  expect(codeRefusal(new Error('the network is gone'))).toBeNull();
});

it('after too many wrong sign-in codes in a day the field says to use the link in the email [U9]', () => {
  const limited = (limit: string) =>
    refused('TOO_MANY_REQUESTS', { limit, retry_after_seconds: 80_000 });
  for (const limit of ['code_guess_by_address', 'known_code_guess_by_address'])
    expect(wrongCode(limited(limit))).toContain('Use the link in the email');
  expect(wrongCode(limited('sign_in_by_address'))).toBeNull();
  expect(wrongCode(refused('TOKEN_REFUSED'))).toContain('ask for a new one');
});
