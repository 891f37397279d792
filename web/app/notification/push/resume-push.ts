import { readSession, sessionStore } from '~/account/session/session-store.ts';
import { api } from '~/lib/calls/api.ts';
import { client } from '~/lib/calls/client.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { loadCode } from '~/lib/loading/load-code.ts';
import { toNewSubscription } from './push-subscription.ts';

type Browser = { pushManager: Pick<PushManager, 'getSubscription' | 'subscribe'> };

/**
 * Resumes push when a member signs in again in a browser where they had turned it on, even if the
 * browser has renewed its subscription meanwhile, or has dropped it because notifications were
 * blocked for a while. Only the server knows whose it was, and refuses for another member.
 */
export function resumePush(browser: Browser): void {
  let asked: string | undefined;
  const look = () => {
    const id = readSession().user?.id;
    if (id === asked) return;
    asked = id;
    if (id) void resume(browser).catch(() => undefined);
  };
  sessionStore.subscribe(look);
  look();
}

async function resume({ pushManager }: Browser): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const { findKeptPush, resumeKept } = await loadCode(() => import('./kept-push.ts'));
  const key = (await findKeptPush())?.key;
  const subscription =
    (await pushManager.getSubscription()) ??
    (key && (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })));
  if (!subscription) return;
  const renewed = toNewSubscription(subscription);
  const isResumed = await resumeKept({
    subscription: renewed,
    key: subscription.options.applicationServerKey,
    named: renewed.endpoint,
    request: async (resumed) => (await client.notification.startPush(resumed)).id !== null,
  });
  if (!isResumed) return;
  await queryClient.invalidateQueries({ queryKey: api.notification.listPushDevices.key() });
}
