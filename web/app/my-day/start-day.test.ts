import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const stream = vi.hoisted(() => ({ openStream: vi.fn() }));
const day = vi.hoisted(() => ({ refreshDay: vi.fn(async () => {}) }));
vi.mock('~/lib/live/live-stream.ts', () => stream);
vi.mock('./refresh-day.ts', () => day);
vi.mock('./send-queue.ts', () => ({ sendQueue: async () => [] }));

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('window', { addEventListener: () => {} });
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('My Day is loaded again after changes of its jobs, and when changes may have been missed [X4]', async () => {
  const { startLive } = await import('~/lib/live/live.ts');
  const { startDay } = await import('./start-day.ts');
  startDay();
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
