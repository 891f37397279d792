import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findKeptPush, forgetPush, keepPush } from '../notification/push/kept-push.ts';
import { openPage, renewSubscription } from './show-push.ts';

const tab = (url: string) => ({ url, focus: vi.fn(async () => null) });
type OpenClients = Parameters<typeof openPage>[0];

function browserWith(...tabs: ReturnType<typeof tab>[]) {
  const openWindow = vi.fn(async () => null);
  return {
    openWindow,
    clients: { matchAll: async () => tabs, openWindow } as unknown as OpenClients,
  };
}

const JOB = 'https://kindpal.example/jobs/1';

it('pressing a push message focuses the tab with its page', async () => {
  const [other, same] = [tab('https://kindpal.example/post-job'), tab(`${JOB}#messages`)];
  const { clients, openWindow } = browserWith(other, same);
  await openPage(clients, JOB);
  expect(same.focus).toHaveBeenCalledOnce();
  expect(other.focus).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});

it('pressing a push message opens its page if no tab has it, and keeps what is typed elsewhere', async () => {
  const other = tab('https://kindpal.example/post-job');
  const { clients, openWindow } = browserWith(other);
  await openPage(clients, JOB);
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(JOB);
  expect(other.focus).not.toHaveBeenCalled();
});

describe('a subscription that the browser replaces by itself', () => {
  afterEach(async () => {
    vi.unstubAllGlobals();
    await forgetPush();
  });

  const keys = { p256dh: 'point', auth: 'random' };
  const subscription = (endpoint: string) =>
    ({
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: new Uint8Array([4]).buffer },
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
    }) as unknown as PushSubscription;
  const [old, next] = ['https://push.example/old', 'https://push.example/next'].map(subscription);

  function stubNetwork(answer = () => Response.json({ id: 'its id' })) {
    const send = vi.fn(async (_address: string, _request: RequestInit) => answer());
    vi.stubGlobal('fetch', send);
    return { send, sent: () => send.mock.calls.map(([, { body }]) => JSON.parse(`${body}`)) };
  }

  it('stays with its member: the request names the endpoint that it replaces', async () => {
    const { send, sent } = stubNetwork();
    const subscribe = vi.fn(async () => next as PushSubscription);
    await renewSubscription({ oldSubscription: old ?? null }, { subscribe });
    expect(subscribe).toHaveBeenCalledExactlyOnceWith(old?.options);
    expect(await findKeptPush()).toMatchObject({ endpoint: next?.endpoint });
    expect(send.mock.calls[0]).toMatchObject(['/rest/v1/push_subscriptions', { method: 'POST' }]);
    expect(sent()).toEqual([{ endpoint: next?.endpoint, keys, replaces: old?.endpoint }]);
  });

  it('is not created again if the browser provides the new one', async () => {
    const { sent } = stubNetwork();
    const subscribe = vi.fn();
    const change = { oldSubscription: old ?? null, newSubscription: next ?? null };
    await renewSubscription(change, { subscribe });
    expect(subscribe).not.toHaveBeenCalled();
    expect(sent()).toEqual([{ endpoint: next?.endpoint, keys, replaces: old?.endpoint }]);
  });

  it('stays with its member if the browser names neither the old nor the new one', async () => {
    const { sent } = stubNetwork();
    await keepPush({ endpoint: 'https://push.example/old', key: 'the server’s' });
    const subscribe = vi.fn(async () => next as PushSubscription);
    await renewSubscription({}, { subscribe });
    const options = { userVisibleOnly: true, applicationServerKey: 'the server’s' };
    expect(subscribe).toHaveBeenCalledExactlyOnceWith(options);
    expect(sent()).toEqual([{ endpoint: next?.endpoint, keys, replaces: old?.endpoint }]);
    expect(await findKeptPush()).toEqual({ endpoint: next?.endpoint, key: 'the server’s' });
  });

  it.each([
    ['nobody is signed in', () => new Response('{}', { status: 401 })],
    ['another member is signed in', () => Response.json({ id: null })],
    ['a proxy answered', () => Response.json({})],
  ])(
    'is still known by its old endpoint if %s, for when its member signs in',
    async (_, answer) => {
      const { sent } = stubNetwork(answer);
      await keepPush({ endpoint: 'https://push.example/old', key: 'the server’s' });
      await renewSubscription({ newSubscription: next ?? null }, { subscribe: vi.fn() });
      expect(sent()).toHaveLength(1);
      expect(await findKeptPush()).toMatchObject({ endpoint: old?.endpoint });
    },
  );

  it('is turned on for nobody if neither the browser nor the device knows the old one', async () => {
    const { send } = stubNetwork();
    await renewSubscription({ newSubscription: next ?? null }, { subscribe: vi.fn() });
    expect(send).not.toHaveBeenCalled();
  });
});
