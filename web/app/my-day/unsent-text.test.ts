import { expect, it } from 'vitest';
import { unsentText } from './unsent-text.ts';

it('a member who signs out reads how much offline work was not sent [U6]', () => {
  const message = { kind: 'message' } as const;
  const move = { kind: 'move' } as const;
  expect(unsentText([message])).toBe('1 message');
  expect(unsentText([move, message, message])).toBe('2 messages and 1 job update');
  expect(unsentText([move, move])).toBe('2 job updates');
});
