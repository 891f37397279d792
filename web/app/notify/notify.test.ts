import { describe, expect, it, vi } from 'vitest';
import { notify } from './notify.ts';

const toast = vi.hoisted(() => ({ loading: vi.fn(), success: vi.fn(), error: vi.fn() }));
vi.mock('sonner', () => ({ toast }));
vi.mock('./toast-hosts.ts', () => ({ loadToastHosts: async () => {}, setFallbackHost() {} }));

const TEXTS = { loading: 'Exporting...', success: 'Exported' };

/** The toast at the end of this work, and whether it replaced the one of its beginning. */
async function shownAfter(work: Promise<unknown>, texts: { error?: string } = {}) {
  for (const each of Object.values(toast)) each.mockClear();
  await notify.ongoing.promise(work, { ...TEXTS, ...texts }).catch(() => {});
  const ends = () => [...toast.success.mock.calls, ...toast.error.mock.calls];
  await vi.waitFor(() => expect(ends()).toHaveLength(1));
  const [begin] = toast.loading.mock.calls;
  const [[text, { id }]] = ends() as [[string, { id: string }]];
  expect(begin).toEqual([TEXTS.loading, { id }]);
  return { kind: toast.success.mock.calls.length > 0 ? 'success' : 'error', text };
}

describe('work in progress', () => {
  it('a promise that resolves to a non-OK response shows its status [P10]', async () => {
    const refused = Promise.resolve(new Response(null, { status: 503 }));
    expect(await shownAfter(refused)).toEqual({
      kind: 'error',
      text: 'HTTP error! status: 503',
    });
  });

  it('a promise that resolves to an OK response is a success [P10]', async () => {
    expect(await shownAfter(Promise.resolve(new Response(null)))).toEqual({
      kind: 'success',
      text: 'Exported',
    });
  });

  it('a promise that fails shows the caller’s text, or what the error says [P10]', async () => {
    const failed = () => Promise.reject(new Error('The download failed.'));
    expect(await shownAfter(failed())).toEqual({ kind: 'error', text: 'The download failed.' });
    expect(await shownAfter(failed(), { error: 'Try again.' })).toEqual({
      kind: 'error',
      text: 'Try again.',
    });
  });
});
