import { describe, expect, it } from 'vitest';
import { unreadText } from '~/lib/counted.ts';
import { isThreadOpen, openThread, sumUnread } from './open-threads.ts';

describe('the number of unread messages [P7]', () => {
  it('adds up all threads', () => {
    expect(sumUnread({ a: 2, b: 3 }, () => false)).toBe(5);
  });

  it('leaves out the chat that somebody is looking at', () => {
    const close = openThread('a');
    expect(sumUnread({ a: 2, b: 3 }, isThreadOpen)).toBe(3);
    close();
    expect(sumUnread({ a: 2, b: 3 }, isThreadOpen)).toBe(5);
  });

  it('counts a chat shown twice as open until both are closed', () => {
    const closers = [openThread('a'), openThread('a')];
    closers[0]?.();
    expect(isThreadOpen('a')).toBe(true);
    closers[1]?.();
    expect(isThreadOpen('a')).toBe(false);
  });

  it.each([
    [1, '1'],
    [99, '99'],
    [100, '99+'],
  ])('%i is written as %s', (count, text) => {
    expect(unreadText(count)).toBe(text);
  });
});
