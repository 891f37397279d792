import { afterEach, expect, it, vi } from 'vitest';
import { answerPage, NETWORK_TIMEOUT_MS } from './answer-page.ts';

afterEach(() => void vi.useRealTimers());

const page =
  (text: string, status = 200) =>
  async () =>
    new Response(text, { status });
const kept = { shell: page('shell'), offlinePage: page('offline') };
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

async function open(path: string, ask: () => Promise<Response>): Promise<string> {
  return (await answerPage({ path, ask, ...kept })).text();
}

it.each(['/dashboard', '/my-day', '/'])(
  'a member with a network is shown %s by the server, so that no release is held back',
  async (path) => {
    expect(await open(path, page('newest'))).toBe('newest');
  },
);

it('a member without a network opens My Day from the device, and reads on other pages that they are offline', async () => {
  expect(await open('/my-day', noNetwork)).toBe('shell');
  expect(await open('/my-day/', noNetwork)).toBe('shell');
  for (const path of ['/dashboard', '/', '/my-days', '/jobs/my-day']) {
    expect(await open(path, noNetwork)).toBe('offline');
  }
});

it('My Day opens from the device while the server fails; other pages show the server’s response', async () => {
  expect(await open('/my-day', page('bad gateway', 502))).toBe('shell');
  expect(await open('/dashboard', page('bad gateway', 502))).toBe('bad gateway');
});

it('a refusal of the server is shown, even on My Day', async () => {
  expect(await open('/my-day', page('gone', 404))).toBe('gone');
});

it('a network without a response for three seconds does not block My Day', async () => {
  vi.useFakeTimers();
  const opened = open('/my-day', () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(NETWORK_TIMEOUT_MS);
  expect(await opened).toBe('shell');
});
