import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const stream = vi.hoisted(() => ({ openStream: vi.fn() }));
vi.mock('./live-stream.ts', () => stream);

beforeEach(() => {
  // Another file may have loaded it with the real stream.
  vi.resetModules();
  stream.openStream.mockClear();
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', {});
});
afterEach(() => vi.unstubAllGlobals());

it('the bar and the page beneath it share one stream, kept until both are gone [P7] [X4]', async () => {
  const { startLive } = await import('./live.ts');
  const stopBar = startLive();
  const stopPage = startLive();
  expect(stream.openStream).toHaveBeenCalledTimes(1);
  const signal: AbortSignal = stream.openStream.mock.calls[0]?.[1];

  stopPage();
  stopPage();
  expect(signal.aborted).toBe(false);
  stopBar();
  expect(signal.aborted).toBe(true);
});

it('a page that is opened again has a stream of its own [X4]', async () => {
  const { startLive } = await import('./live.ts');
  startLive()();
  const stop = startLive();
  expect(stream.openStream).toHaveBeenCalledTimes(2);
  stop();
});
