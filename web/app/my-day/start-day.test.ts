import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const stream = vi.hoisted(() => ({ openStream: vi.fn() }));
const day = vi.hoisted(() => ({ refreshDay: vi.fn(async () => {}) }));
const queue = vi.hoisted(() => ({ sendQueue: vi.fn(async () => []) }));
vi.mock('~/lib/live/live-stream.ts', () => stream);
vi.mock('./refresh-day.ts', () => day);
vi.mock('./send-queue.ts', () => queue);

const MOLLY = { id: 'molly', role: 'both', active_role: 'pet_sitter' };
const MESSAGE = { key: 1, kind: 'message', refusal: null };

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('window', { addEventListener: () => {} });
  vi.stubGlobal('navigator', {});
  day.refreshDay.mockClear();
  stream.openStream.mockClear();
  queue.sendQueue.mockReset().mockResolvedValue([]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('My Day is loaded again after changes of its jobs, and when changes may have been missed [X4]', async () => {
  const { startLive } = await import('~/lib/live/live.ts');
  const { startDay } = await import('./start-day.ts');
  startDay({ hasWorker: true });
  const stop = startLive();
  await vi.advanceTimersByTimeAsync(5_000);
  const [emit] = stream.openStream.mock.calls[0] as [(signal: object) => void];
  /** How often the day is loaded because of this signal. */
  const loadsAfter = async (signal: object) => {
    day.refreshDay.mockClear();
    emit(signal);
    await vi.advanceTimersByTimeAsync(5_000);
    return day.refreshDay.mock.calls.length;
  };
  const change = (table: string) => ({ kind: 'change', event: { table, op: 'update', id: 'one' } });
  expect(await loadsAfter(change('jobs'))).toBe(1);
  expect(await loadsAfter(change('feedback'))).toBe(0);
  expect(await loadsAfter({ kind: 'reader', memberId: 'me' })).toBe(0);
  expect(await loadsAfter({ kind: 'reset' })).toBe(1);
  stop();
});

describe('what a member did offline', () => {
  it('is sent again with growing delays until it is received, without a change of the connection [M1]', async () => {
    const { queueStore } = await import('./queue-store.ts');
    const { startDay } = await import('./start-day.ts');
    startDay({ hasWorker: true });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(queue.sendQueue).toHaveBeenCalledTimes(1);

    const start = Date.now();
    const tries: number[] = [];
    queue.sendQueue.mockImplementation(async () => {
      tries.push((Date.now() - start) / 1_000);
      queueStore.change(tries.length < 4 ? [MESSAGE as never] : []);
      return [];
    });
    day.refreshDay.mockClear();
    queueStore.change([MESSAGE as never]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(tries).toEqual([1, 3, 7, 15]);
    expect(day.refreshDay).toHaveBeenCalledTimes(1);
  });

  it('is not sent again after a refusal [M1]', async () => {
    const { queueStore } = await import('./queue-store.ts');
    const { startDay } = await import('./start-day.ts');
    startDay({ hasWorker: true });
    queueStore.change([{ ...MESSAGE, refusal: 'This claim has ended.' } as never]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(queue.sendQueue).toHaveBeenCalledTimes(1);
  });

  it('is sent when a stream of this member starts: a server that restarted answers again [M1]', async () => {
    const { acceptSession } = await import('~/account/session/session-store.ts');
    const { startLive } = await import('~/lib/live/live.ts');
    const { startDay } = await import('./start-day.ts');
    acceptSession({ user: MOLLY, expires_at: 2_000_000_000 } as never);
    startDay({ hasWorker: true });
    const stop = startLive();
    await vi.advanceTimersByTimeAsync(5_000);
    const [emit] = stream.openStream.mock.calls[0] as [(signal: object) => void];
    queue.sendQueue.mockClear();
    for (const memberId of [null, 'ned', 'molly']) emit({ kind: 'reader', memberId });
    expect(queue.sendQueue).toHaveBeenCalledTimes(1);
    stop();
  });
});

it('without a service worker, the day is loaded only by a member who has opened My Day', async () => {
  const { dayStore } = await import('./day-store.ts');
  const { startLive } = await import('~/lib/live/live.ts');
  const { startDay } = await import('./start-day.ts');
  startDay({ hasWorker: false });
  const stop = startLive();
  await vi.advanceTimersByTimeAsync(5_000);
  const [emit] = stream.openStream.mock.calls[0] as [(signal: object) => void];
  const change = { kind: 'change', event: { table: 'jobs', op: 'update', id: 'one' } };
  emit(change);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(day.refreshDay).not.toHaveBeenCalled();

  dayStore.change({ database: 'of molly', day: null, isKept: false, isCurrent: false });
  emit(change);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(day.refreshDay).toHaveBeenCalledTimes(1);
  stop();
});

it('a service worker that takes control later counts from then on [M1]', async () => {
  const { startLive } = await import('~/lib/live/live.ts');
  const { startDay } = await import('./start-day.ts');
  startDay({ hasWorker: false });
  const stop = startLive();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(day.refreshDay).not.toHaveBeenCalled();

  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  const [emit] = stream.openStream.mock.calls[0] as [(signal: object) => void];
  emit({ kind: 'change', event: { table: 'jobs', op: 'update', id: 'one' } });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(day.refreshDay).toHaveBeenCalledTimes(1);
  stop();
});
