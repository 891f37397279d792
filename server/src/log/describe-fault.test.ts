import { expect, test } from 'vitest';
import { describeFault } from './describe-fault.ts';

test('a message that looks like frames of a stack is not logged as one', () => {
  const sent = 'Bad input\n    at the alarm code (4711:1:1)';
  const { stack } = describeFault(new SyntaxError(sent));
  expect(stack).toMatch(/^ {4}at .*describe-fault\.test\.ts/);
  expect(stack).not.toContain('4711');
});

test('a code shows which fault it is, but no key, address or hash', () => {
  const codeOf = (code: string) => describeFault(Object.assign(new Error('x'), { code })).code;
  expect(codeOf('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')).toMatch(/^OAUTH_.*_FAILED$/);
  expect(codeOf('ECONNRESET')).toBe('ECONNRESET');
  expect(codeOf('pat@example.org')).toBe('[…]');
  expect(codeOf('7QX3MH4KPL7QX3MH4KPL7QX3MH4KPL')).toBe('[…]');
});
