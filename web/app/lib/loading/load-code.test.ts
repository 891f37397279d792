import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codeTrouble, loadCode } from './load-code.ts';

const listeners = new Map<string, () => void>();
let manifest: () => Promise<Partial<Response>>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {
    __reactRouterManifest: { url: '/assets/manifest-1.js' },
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
  });
  vi.stubGlobal('fetch', () => manifest());
  manifest = () => Promise.reject(new TypeError('Failed to fetch'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Fails as long as `isAway()`. */
const loader = (isAway: () => boolean) =>
  vi.fn(() =>
    isAway() ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('code'),
  );

test('code that cannot be loaded is requested again, and meanwhile the reason is known [P2]', async () => {
  let isAway = true;
  const load = loader(() => isAway);
  const loaded = loadCode(load);
  await vi.advanceTimersByTimeAsync(0);
  expect(codeTrouble.read()).toBe('unreachable');
  isAway = false;
  await vi.advanceTimersByTimeAsync(500);
  expect(await loaded).toBe('code');
  expect(codeTrouble.read()).toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});

test('the network that comes back ends the pause [P2]', async () => {
  let isAway = true;
  const load = loader(() => isAway);
  const loaded = loadCode(load);
  await vi.advanceTimersByTimeAsync(5_000);
  const before = load.mock.calls.length;
  isAway = false;
  listeners.get('online')?.();
  expect(await loaded).toBe('code');
  expect(load).toHaveBeenCalledTimes(before + 1);
});

test.each([
  [200, 'broken'],
  [404, 'replaced'],
  [503, 'unreachable'],
])('a manifest answered with %i means: %s [P2]', async (status, trouble) => {
  manifest = () => Promise.resolve({ ok: status === 200, status });
  let isAway = true;
  const loaded = loadCode(loader(() => isAway));
  await vi.advanceTimersByTimeAsync(0);
  expect(codeTrouble.read()).toBe(trouble);
  isAway = false;
  await vi.advanceTimersByTimeAsync(500);
  await loaded;
});
