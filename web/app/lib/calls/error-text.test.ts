import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { listDeclaredErrors } from '~/testing/declared-errors.ts';
import { decodeProblem } from './client.ts';
import { errorText, hasCode, REFUSED_TEXT, requestIdOf, UNREACHABLE_TEXT } from './error-text.ts';

const declared = (code: string, data?: unknown) =>
  new ORPCError(code, { defined: true, status: 409, message: 'from the server', data });

const problem = (code: string, detail: string, defined = false) => ({ code, defined, detail });

describe('the text for a failed call', () => {
  it('is the server’s own, and every declared error has one that says what is wrong', () => {
    expect(errorText(declared('CLAIM_ENDED'))).toBe('from the server');
    const errors = listDeclaredErrors();
    expect(errors.length).toBeGreaterThan(100);
    // At least two words: without a text, an error shows its code.
    expect(errors.filter(([, text]) => !/^\S+ \S/.test(text ?? ''))).toEqual([]);
  });

  it('the text for an unreachable server says so, and that nothing typed is lost', () => {
    expect(errorText(new TypeError('Failed to fetch'))).toBe(UNREACHABLE_TEXT);
    expect(errorText(new DOMException('late', 'TimeoutError'))).toBe(UNREACHABLE_TEXT);
    expect(errorText(decodeProblem('<html>', 502))).toBe(UNREACHABLE_TEXT);
  });

  it('what a firewall refuses is not blamed on the connection', () => {
    expect(errorText(decodeProblem('<html>', 403))).toBe(REFUSED_TEXT);
  });

  it('a masked error shows its reference for support', () => {
    const error = decodeProblem(
      { ...problem('INTERNAL_SERVER_ERROR', 'secret'), data: { request_id: 'r-1' } },
      500,
    );
    expect(requestIdOf(error)).toBe('r-1');
    expect(errorText(error, 'Failed to post job. Please try again.')).toBe(
      'Failed to post job. Please try again. (Reference r-1)',
    );
  });

  it('a member reads that the server’s disk is full, not that it is unreachable', () => {
    const error = decodeProblem(problem('STORAGE_FULL', 'Our storage is full.'), 503);
    expect(errorText(error)).toBe('Our storage is full.');
  });

  it('a member who was too fast reads how long to wait', () => {
    const after = (seconds: number) =>
      errorText(declared('TOO_MANY_REQUESTS', { retry_after_seconds: seconds }));
    expect(after(1)).toBe('Rate limit exceeded. Please try again in 1 second.');
    expect(after(600)).toBe('Rate limit exceeded. Please try again in 10 minutes.');
    expect(after(80_000)).toBe('Rate limit exceeded. Please try again in 23 hours.');
  });

  it('problem details keep the code and the data that a form reads', () => {
    const data = { fields: [{ path: 'email', message: 'Email address is too long' }] };
    const error = decodeProblem({ ...problem('INVALID_INPUT', 'No', true), data }, 422);
    expect(error).toMatchObject({ code: 'INVALID_INPUT', status: 422, defined: true, data });
  });
});

it('an error counts as one of the contract only if its call declares it, not because of its code', () => {
  const notFound = (defined: boolean) =>
    decodeProblem(problem('NOT_FOUND', 'Not found', defined), 404);
  expect(hasCode(notFound(true), 'NOT_FOUND')).toBe(true);
  expect(hasCode(notFound(true), 'FORBIDDEN')).toBe(false);
  expect(hasCode(notFound(false), 'NOT_FOUND')).toBe(false);
});
