import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusedCall } from '~/testing/refused-call.ts';

const { startDay } = vi.hoisted(() => ({ startDay: vi.fn() }));
vi.mock('~/my-day/start-day.ts', () => ({ startDay }));

const NOW = Date.parse('2030-05-04T09:00:00Z');
const LASTS_SECONDS = 300;

const emptyStorage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem() {},
  removeItem() {},
};
/** A stream without events. */
class QuietStream {
  addEventListener() {}
  close() {}
}

/** A body without a content type, which a text would add. */
const encoded = (text: string) => new TextEncoder().encode(text);

/** What a proxy answers by itself, with a status that the server also uses. */
const proxyPage = (status: number) =>
  new Response('<html>', { status, headers: { 'content-type': 'text/html' } });

/** The requested paths, in order. */
let asked: string[];

/** The server: its session expires five minutes after each request. */
async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  asked.push(pathname);
  const session = {
    access_token: null,
    refresh_token: null,
    expires_at: Math.floor(Date.now() / 1000) + LASTS_SECONDS,
    user: { id: '00000000-0000-4000-8000-000000000001', app_role: 'user' },
  };
  return Response.json(pathname === '/auth/v1/session' ? { session } : session);
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: NOW });
  asked = [];
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('window', { location: { origin: 'http://localhost' }, addEventListener() {} });
  vi.stubGlobal('EventSource', QuietStream);
  vi.stubGlobal('localStorage', emptyStorage);
  vi.stubGlobal('sessionStorage', emptyStorage);
  vi.stubGlobal('document', {
    addEventListener() {},
    visibilityState: 'visible',
    cookie: 'kindpal_signed_in=1',
    getElementById: () => null,
  });
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a member who leaves a page open', () => {
  it('has their session renewed within 90 s of its end, checked every 30 s, and not before [U7]', async () => {
    const { keepSession } = await import('./session-upkeep.ts');
    keepSession();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['/auth/v1/session']);
    // Due from 211 s on; the checks run at 180, 210 and 240 s.
    await vi.advanceTimersByTimeAsync(239_000);
    expect(asked).toEqual(['/auth/v1/session']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual(['/auth/v1/session', '/auth/v1/token']);
    await vi.advanceTimersByTimeAsync(239_000);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual(['/auth/v1/session', '/auth/v1/token', '/auth/v1/token']);
  });

  it('keeps their session when the answer to its renewal cannot be read, until the server refuses it [U7]', async () => {
    const { keepSession } = await import('./session-upkeep.ts');
    const { readSession } = await import('./session-store.ts');
    keepSession();
    await vi.advanceTimersByTimeAsync(0);
    const next = [
      new Response(encoded('<html>'), { status: 503 }),
      new Response('{"access', { headers: { 'content-type': 'application/json' } }),
      Response.json({}),
      new DOMException('left', 'AbortError'),
      ...[401, 403].map(proxyPage),
      refusedCall('TOO_MANY_REQUESTS', 429),
      refusedCall('UNAUTHORIZED', 401),
    ];
    vi.stubGlobal('fetch', async ({ url }: Request) => {
      // After a 401 the page also asks whether the session has ended.
      if (url.endsWith('/session')) throw new TypeError('Failed to fetch');
      const answer = next.shift();
      if (answer instanceof DOMException) throw answer;
      return answer;
    });
    await vi.advanceTimersByTimeAsync(241_000);
    expect(next.length).toBeLessThan(8);
    while (next.length > 0) {
      expect(readSession().status).toBe('signed-in');
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(readSession().status).toBe('signed-out');
  });

  it.each([
    ['a text', () => new Response('Welcome to the hotel')],
    ['a page', () => proxyPage(200)],
    ['a page with status 401', () => proxyPage(401)],
    ['other JSON', () => Response.json({})],
    ['an empty session', () => Response.json({ session: {} })],
    ['nothing', () => new Response(null, { status: 204 })],
  ])(
    'is not signed out by a proxy that answers %s when the session is read [U7]',
    async (_, proxy) => {
      const { keepSession } = await import('./session-upkeep.ts');
      const { expectSession, readSession, reloadSession } = await import('./session-store.ts');
      expectSession(true);
      vi.stubGlobal('fetch', async () => proxy());
      keepSession();
      await vi.advanceTimersByTimeAsync(0);
      expect(readSession()).toMatchObject({ status: 'loading', isUnreachable: true });
      vi.stubGlobal('fetch', answer);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(readSession().status).toBe('signed-in');
      vi.stubGlobal('fetch', async () => proxy());
      await expect(reloadSession()).rejects.toBeInstanceOf(Error);
      expect(readSession().status).toBe('signed-in');
    },
  );

  it('has what they did offline sent, and an open My Day kept current, in a browser without service workers [M1 X4]', async () => {
    const { keepSession } = await import('./session-upkeep.ts');
    keepSession();
    await vi.advanceTimersByTimeAsync(3_000);
    await vi.waitFor(() => expect(startDay).toHaveBeenCalledWith({ hasWorker: false }));
  });
});
