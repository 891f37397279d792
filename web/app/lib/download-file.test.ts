import { afterEach, expect, test, vi } from 'vitest';

const said = vi.hoisted(() => [] as unknown[]);
vi.mock('~/notify/notify.ts', () => ({
  notify: {
    ongoing: {
      promise: (promise: Promise<unknown>) => {
        said.push(promise);
        return promise;
      },
    },
  },
}));
afterEach(() => vi.unstubAllGlobals());

async function download(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer);
  const { downloadFile } = await import('./download-file.ts');
  downloadFile('/rest/v1/admin_activity_logs.csv', 'activity.csv');
  return said.at(-1) as Promise<Response>;
}

test('a refused export shows its status [P10]', async () => {
  const response = await download(async () => new Response(null, { status: 503 }));
  expect(response.status).toBe(503);
});

test('an export that breaks off shows an error, and causes no unhandled rejection [P10]', async () => {
  const promise = download(async () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(promise).rejects.toThrow('The export failed. Please try again.');
});
