import { afterEach, describe, expect, test, vi } from 'vitest';

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

test('a proxy’s page instead of an export is not saved as one [P10]', async () => {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const promise = download(async () => new Response('<h1>Sign in</h1>', { headers }));
  await expect(promise).rejects.toThrow('The download failed. Please try again.');
});

test('an export that breaks off shows an error, and causes no unhandled rejection [P10]', async () => {
  const promise = download(async () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(promise).rejects.toThrow('The download failed. Please try again.');
});

describe('a large download', () => {
  async function start(answer: () => Promise<Response>) {
    const assign = vi.fn();
    vi.stubGlobal('fetch', vi.fn(answer));
    vi.stubGlobal('window', { location: { assign } });
    const { startDownload } = await import('./download-file.ts');
    startDownload('/files/my-data.zip', 'your data');
    return { assign, promise: said.at(-1) as Promise<Response> };
  }

  test('starts once the server has agreed [P10]', async () => {
    const { assign, promise } = await start(async () => new Response(null));
    await promise;
    expect(fetch).toHaveBeenCalledWith('/files/my-data.zip', { method: 'HEAD' });
    expect(assign).toHaveBeenCalledWith('/files/my-data.zip');
  });

  test('that a proxy answers with a page shows an error and leaves the page where it is [P10]', async () => {
    const headers = { 'content-type': 'text/html' };
    const { assign, promise } = await start(async () => new Response(null, { headers }));
    await expect(promise).rejects.toThrow('The download failed. Please try again.');
    expect(assign).not.toHaveBeenCalled();
  });

  test('that is refused shows its status and leaves the page where it is [P10]', async () => {
    const { assign, promise } = await start(async () => new Response(null, { status: 404 }));
    expect((await promise).status).toBe(404);
    expect(assign).not.toHaveBeenCalled();
  });
});
