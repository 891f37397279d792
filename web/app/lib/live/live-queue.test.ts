import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveQueue } from './live-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a burst of live changes', () => {
  it('simultaneous changes cause one refetch, later ones another a quarter second later [X4]', async () => {
    const queue = new LiveQueue();
    const refetch = vi.fn(async () => {});
    for (let i = 0; i < 50; i += 1) queue.add({ id: 'chat', refetch, spreadMs: 0 });
    await vi.advanceTimersByTimeAsync(20);
    expect(refetch).toHaveBeenCalledTimes(1);
    for (let i = 0; i < 50; i += 1) queue.add({ id: 'chat', refetch, spreadMs: 0 });
    await vi.advanceTimersByTimeAsync(249);
    expect(refetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(refetch).toHaveBeenCalledTimes(2);
  });

  it('an awaited single change is refetched at once, then as rarely as all others [X4]', async () => {
    const queue = new LiveQueue();
    const refetch = vi.fn(async () => {});
    const bell = { id: 'bell', refetch, spreadMs: 0, isUrgent: true };
    queue.add(bell);
    await vi.advanceTimersByTimeAsync(0);
    expect(refetch).toHaveBeenCalledTimes(1);
    queue.add(bell);
    await vi.advanceTimersByTimeAsync(249);
    expect(refetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(refetch).toHaveBeenCalledTimes(2);
  });

  it('changes that come faster than a long list is fetched do not keep it from being shown [M1] [X4]', async () => {
    const queue = new LiveQueue();
    let shown = 0;
    let current = 0;
    // As in the cache, a refetch cancels the one before it.
    const refetch = vi.fn(async () => {
      const own = ++current;
      await new Promise((resolve) => setTimeout(resolve, 1600));
      if (own === current) shown += 1;
    });
    for (let i = 0; i < 16; i += 1) {
      queue.add({ id: 'chat', refetch, spreadMs: 0 });
      await vi.advanceTimersByTimeAsync(700);
    }
    expect(shown).toBeGreaterThanOrEqual(5);
    await vi.advanceTimersByTimeAsync(4000);
    expect(shown).toBe(refetch.mock.calls.length);
    const before = refetch.mock.calls.length;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(refetch).toHaveBeenCalledTimes(before);
  });

  it('a stuck refetch is replaced after ten seconds [X4]', async () => {
    const queue = new LiveQueue();
    const refetch = vi.fn(() => new Promise<void>(() => {}));
    const target = { id: 'chat', refetch, spreadMs: 0 };
    queue.add(target);
    await vi.advanceTimersByTimeAsync(20);
    queue.add(target);
    await vi.advanceTimersByTimeAsync(9_500);
    expect(refetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(refetch).toHaveBeenCalledTimes(2);
  });

  it('one conversation does not wait for another [X4]', () => {
    const queue = new LiveQueue();
    const seen: string[] = [];
    const see = (id: string) => async () => void seen.push(id);
    for (const id of ['a', 'b']) queue.add({ id, refetch: see(id), spreadMs: 0 });
    vi.advanceTimersByTime(20);
    expect(seen).toEqual(['a', 'b']);
  });

  it('browsers that show the public list refetch spread over a second, not in one instant [X4]', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const queue = new LiveQueue();
    const refetch = vi.fn(async () => {});
    queue.add({ id: 'jobs', refetch, spreadMs: 1000 });
    vi.advanceTimersByTime(519);
    expect(refetch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(refetch).toHaveBeenCalledTimes(1);
  });
});

describe('a member who claims or moves a job', () => {
  const made = () => {
    const refetch = vi.fn(async () => {});
    return { queue: new LiveQueue(), refetch, target: { id: 'job', refetch, spreadMs: 0 } };
  };

  it('has it fetched once, whether its event arrives before the response or after it [J5] [X4]', async () => {
    for (const eventFirst of [true, false]) {
      const { queue, refetch, target } = made();
      const since = Date.now();
      if (eventFirst) queue.add(target);
      await vi.advanceTimersByTimeAsync(50);
      const done = queue.addOwn(target, { since, hasStream: true });
      if (!eventFirst) queue.add(target);
      await vi.advanceTimersByTimeAsync(2000);
      await done;
      expect(refetch, `event first: ${eventFirst}`).toHaveBeenCalledTimes(1);
    }
  });

  it('has it fetched even without an event [J5] [X4]', async () => {
    for (const hasStream of [true, false]) {
      const { queue, refetch, target } = made();
      const done = queue.addOwn(target, { since: Date.now(), hasStream });
      await vi.advanceTimersByTimeAsync(hasStream ? 400 : 0);
      await done;
      expect(refetch).toHaveBeenCalledTimes(1);
    }
  });

  it('has it fetched again when somebody else changes it later [X4]', async () => {
    const { queue, refetch, target } = made();
    const done = queue.addOwn(target, { since: Date.now(), hasStream: false });
    await vi.advanceTimersByTimeAsync(0);
    await done;
    queue.add(target);
    await vi.advanceTimersByTimeAsync(1000);
    expect(refetch).toHaveBeenCalledTimes(2);
  });
});
