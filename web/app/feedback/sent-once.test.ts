import { expect, it } from 'vitest';
import { sentOnce } from './sent-once.ts';

it('a message that is sent again unchanged has the same id; a changed or a later one has its own [F2]', () => {
  const attempt = sentOnce();
  const first = attempt.idFor({ message: 'My dog ate the invite' });
  expect(attempt.idFor({ message: 'My dog ate the invite' })).toBe(first);
  const changed = attempt.idFor({ message: 'My cat ate the invite' });
  expect(changed).not.toBe(first);
  attempt.end();
  expect(attempt.idFor({ message: 'My cat ate the invite' })).not.toBe(changed);
});
