import { expect, test } from 'vitest';
import type { Credential } from '../actor.ts';
import { createSessionMembers } from './session-members.ts';

const token = (value: string): Credential => ({ by: 'token', value });

/** Members that are looked up, with the lookups so far. */
function start(lookUp: (value: string) => string | null) {
  const asked: string[] = [];
  const members = createSessionMembers(async ({ value }) => {
    asked.push(value);
    return lookUp(value);
  });
  return { members, asked };
}

test('the member of a session is looked up once, also by calls at the same time', async () => {
  const { members, asked } = start((value) => `member of ${value}`);
  const find = async () => members.find(token('one'));
  expect(await Promise.all([find(), find()])).toEqual(['member of one', 'member of one']);
  expect(members.find(token('one'))).toBe('member of one');
  expect(members.known(token('one'))).toBe('member of one');
  expect(asked).toEqual(['one']);
});

test('after a lookup that failed, the next call tries again', async () => {
  let isDown = true;
  const { members, asked } = start((value) => {
    if (isDown) throw new Error('no database');
    return value;
  });
  await expect(members.find(token('one'))).rejects.toThrow('no database');
  isDown = false;
  expect(await members.find(token('one'))).toBe('one');
  expect(asked).toEqual(['one', 'one']);
});

test('a session that has ended is not looked up again, and one that ends is', async () => {
  const live = new Set(['live']);
  const { members, asked } = start((value) => (live.has(value) ? 'member' : null));
  for (const value of ['live', 'ended']) await members.find(token(value));
  live.clear();
  for (let n = 0; n < 3; n += 1) {
    for (const value of ['live', 'ended']) {
      members.forget(token(value));
      expect(await members.find(token(value))).toBeNull();
    }
  }
  expect(asked).toEqual(['live', 'ended', 'live']);
});

test('of very many sessions, the oldest are dropped from memory and looked up again', async () => {
  const { members, asked } = start((value) => value);
  for (let n = 0; n <= 20_000; n += 1) await members.find(token(`${n}`));
  expect(members.known(token('0'))).toBeNull();
  expect(members.known(token('1'))).toBe('1');
  expect(await members.find(token('0'))).toBe('0');
  expect(asked).toHaveLength(20_002);
});
