import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const ENDPOINT = 'https://push.example/this-browser';
const keys = { p256dh: 'B'.repeat(87), auth: 'B'.repeat(22) };
const subscription = {
  options: { applicationServerKey: null },
  toJSON: () => ({ endpoint: ENDPOINT, expirationTime: null, keys }),
};

/** The bodies of the requests, in order. */
let asked: unknown[];
/** The id in the server's answer; null if the subscription is not the member's. */
let id: string | null;

beforeEach(() => {
  vi.resetModules();
  subscribe.mockClear();
  asked = [];
  id = null;
  vi.stubGlobal('window', { location: { origin: 'http://localhost' }, Notification: {} });
  vi.stubGlobal('document', { getElementById: () => null, cookie: '' });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(await request.json());
    return Response.json({ id }, { status: 201 });
  });
});
afterEach(() => void vi.unstubAllGlobals());

const session = (n: number) =>
  ({ expires_at: 4_000_000_000, user: { id: `00000000-0000-4000-8000-00000000000${n}` } }) as never;
const subscribe = vi.fn(async () => subscription as unknown as PushSubscription);
const browser = (subscribed: unknown = subscription) => ({
  pushManager: { getSubscription: async () => subscribed as PushSubscription | null, subscribe },
});
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
const expectRequests = (all: unknown[]) => vi.waitFor(() => expect(asked).toEqual(all), 5_000);
const REQUEST = { endpoint: ENDPOINT, keys, replaces: ENDPOINT };

async function start(of = browser()) {
  const store = await import('~/account/session/session-store.ts');
  const { resumePush } = await import('./resume-push.ts');
  // Loaded when it is needed, which can take longer than these tests wait.
  await import('./kept-push.ts');
  resumePush(of);
  await settle();
  return store;
}

describe('a browser that showed notifications before its member signed out', () => {
  it('requests to resume push for each member who signs in, and never turns it on by itself', async () => {
    const { acceptSession, dropSession } = await start();
    expect(asked).toEqual([]);
    acceptSession(session(1));
    // Always with `replaces`, because only the server knows whose subscription it was.
    await expectRequests([REQUEST]);
    acceptSession(session(1));
    await settle();
    expect(asked).toHaveLength(1);
    dropSession({ isOwnChoice: true });
    acceptSession(session(2));
    await expectRequests([REQUEST, REQUEST]);
  });

  it('resumes one that was renewed while nobody was signed in, by the endpoint that it kept', async () => {
    const { findKeptPush, forgetPush, keepPush } = await import('./kept-push.ts');
    await keepPush({ endpoint: 'https://push.example/before', key: null });
    id = '00000000-0000-4000-8000-000000000009';
    const { acceptSession } = await start();
    acceptSession(session(1));
    await expectRequests([{ ...REQUEST, replaces: 'https://push.example/before' }]);
    await vi.waitFor(async () =>
      expect(await findKeptPush()).toMatchObject({ endpoint: ENDPOINT }),
    );
    await forgetPush();
  });

  it.each(['default', 'denied'])('sends no request if its permission is %s', async (permission) => {
    vi.stubGlobal('Notification', { permission });
    const { acceptSession } = await start();
    acceptSession(session(1));
    await settle();
    expect(asked).toEqual([]);
  });

  it('sends no request if push was turned off there', async () => {
    const { acceptSession } = await start(browser(null));
    acceptSession(session(1));
    await settle();
    expect(asked).toEqual([]);
    expect(subscribe).not.toHaveBeenCalled();
  });

  it('subscribes again if the browser dropped the subscription while it blocked notifications', async () => {
    const { findKeptPush, forgetPush, keepPush } = await import('./kept-push.ts');
    await keepPush({ endpoint: 'https://push.example/before', key: 'the server’s' });
    id = '00000000-0000-4000-8000-000000000009';
    const { acceptSession } = await start(browser(null));
    acceptSession(session(1));
    await expectRequests([{ ...REQUEST, replaces: 'https://push.example/before' }]);
    const options = { userVisibleOnly: true, applicationServerKey: 'the server’s' };
    expect(subscribe).toHaveBeenCalledExactlyOnceWith(options);
    await vi.waitFor(async () =>
      expect(await findKeptPush()).toMatchObject({ endpoint: ENDPOINT }),
    );
    await forgetPush();
  });
});
