import { expect, test } from 'vitest';
import { describeFault } from './describe-fault.ts';

test('a message that looks like frames of a stack is not logged as one', () => {
  const sent = 'Bad input\n    at the alarm code (4711:1:1)';
  const { stack } = describeFault(new SyntaxError(sent));
  expect(stack).toMatch(/^ {4}at .*describe-fault\.test\.ts/);
  expect(stack).not.toContain('4711');
});
