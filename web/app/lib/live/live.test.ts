import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const stream = vi.hoisted(() => ({ openStream: vi.fn() }));
vi.mock('./live-stream.ts', () => stream);

beforeEach(() => {
  // Another test file may have loaded it with the real stream.
  vi.resetModules();
  stream.openStream.mockClear();
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', {});
});
afterEach(() => vi.unstubAllGlobals());

it('the bar and the page below it share one stream, kept until both are unmounted [P7] [X4]', async () => {
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

it('a tab that another one keeps current first gets the events it missed while it loaded [X4]', async () => {
  let giveLock = () => {};
  const request = (
    _name: string,
    { ifAvailable }: LockOptions,
    hold: LockGrantedCallback<unknown>,
  ) =>
    ifAvailable
      ? hold(null)
      : new Promise((resolve) => {
          giveLock = () => resolve(hold({ name: 'kindpal-live', mode: 'exclusive' }));
        });
  vi.stubGlobal('navigator', { locks: { request } });
  const { startLive, onChange } = await import('./live.ts');
  const listener = vi.fn();
  onChange(listener);
  const stop = startLive();
  await vi.waitFor(() => expect(stream.openStream).toHaveBeenCalledTimes(1));
  const [emit, signal] = stream.openStream.mock.calls[0] as [(said: object) => void, AbortSignal];
  const event = { table: 'notifications', op: 'INSERT', id: 'one' };
  emit({ kind: 'change', event });
  expect(listener).toHaveBeenCalledWith(event);
  expect(signal.aborted).toBe(false);
  emit({ kind: 'reader', memberId: 'me' });
  expect(signal.aborted).toBe(true);

  // The other tab has closed: now this one holds the stream.
  giveLock();
  await vi.waitFor(() => expect(stream.openStream).toHaveBeenCalledTimes(2));
  stop();
});

it('after a reset, data that was being refetched is fetched again [X4]', async () => {
  vi.useFakeTimers();
  const { QueryObserver } = await import('@tanstack/react-query');
  const { queryClient } = await import('../calls/query-client.ts');
  const { startLive } = await import('./live.ts');
  const stop = startLive();
  const [emit] = stream.openStream.mock.calls[0] as [(said: object) => void];
  const answers: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const page = new QueryObserver(queryClient, { queryKey: ['page'], queryFn });
  const close = page.subscribe(() => undefined);
  answers[0]?.('as loaded');
  await vi.advanceTimersByTimeAsync(0);

  void queryClient.invalidateQueries({ queryKey: ['page'] });
  emit({ kind: 'reset' });
  answers[1]?.('before the lost change');
  await vi.advanceTimersByTimeAsync(600);
  answers[2]?.('after it');
  await vi.advanceTimersByTimeAsync(0);
  expect(page.getCurrentResult().data).toBe('after it');
  close();
  stop();
  vi.useRealTimers();
});
