import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveQueue } from './live-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('live changes that come in a burst', () => {
  it('the first is looked at once, the rest together a quarter second later [X4]', () => {
    const queue = new LiveQueue();
    const refetch = vi.fn();
    for (let i = 0; i < 50; i += 1) queue.add({ id: 'chat', refetch, spreadMs: 0 });
    expect(refetch).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(250);
    expect(refetch).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(5000);
    expect(refetch).toHaveBeenCalledTimes(2);
  });

  it('one conversation does not wait for another [X4]', () => {
    const queue = new LiveQueue();
    const seen: string[] = [];
    for (const id of ['a', 'b']) queue.add({ id, refetch: () => seen.push(id), spreadMs: 0 });
    expect(seen).toEqual(['a', 'b']);
  });

  it('browsers that show the public list ask spread over a second, not in one instant [X4]', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const queue = new LiveQueue();
    const refetch = vi.fn();
    queue.add({ id: 'jobs', refetch, spreadMs: 1000 });
    vi.advanceTimersByTime(499);
    expect(refetch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(refetch).toHaveBeenCalledTimes(1);
  });
});
