/// <reference lib="webworker" />
import { findKeptPush, resumeKept } from '~/notification/push/kept-push.ts';
import { type NewSubscription, toNewSubscription } from '~/notification/push/push-subscription.ts';

declare const self: ServiceWorkerGlobalScope;

/** The contents of a push message, as the server's `push` feature writes it. */
export type PushMessage = { id: string; title: string; body: string; href: string };

/** Shows notifications for members who enabled them on this device, and opens their pages. */
export function showPushMessages(): void {
  self.addEventListener('push', (event) => {
    if (!event.data) return;
    const { id, title, body, href } = event.data.json() as PushMessage;
    const options = {
      body,
      tag: id,
      data: { href },
      icon: '/icon-192.png',
      badge: '/icon-192.png',
    };
    event.waitUntil(self.registration.showNotification(title, options));
  });

  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(
      openPage(self.clients, new URL(event.notification.data.href, self.origin).href),
    );
  });

  self.addEventListener('pushsubscriptionchange', (event) => {
    (event as ExtendableEvent).waitUntil(
      renewSubscription(event as SubscriptionChange, self.registration.pushManager),
    );
  });
}

/** Focuses the tab that shows the page, or opens one: input in another tab stays. */
export async function openPage(
  clients: Pick<Clients, 'matchAll' | 'openWindow'>,
  url: string,
): Promise<WindowClient | null> {
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find((one) => one.url.split('#')[0] === url);
  return tab ? (tab as WindowClient).focus() : clients.openWindow(url);
}

type SubscriptionChange = {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
};

/**
 * Resumes push when a browser replaces its subscription by itself. The request names the old
 * endpoint, so that push stays with the member it belonged to, even while another one is signed in.
 * While nobody is, the next page of that member resumes it.
 */
export async function renewSubscription(
  { oldSubscription, newSubscription }: SubscriptionChange,
  pushManager: Pick<PushManager, 'subscribe'>,
): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey ?? (await findKeptPush())?.key;
  if (!key) return;
  const renewed =
    newSubscription ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  await resumeKept({
    subscription: toNewSubscription(renewed),
    key,
    named: oldSubscription?.endpoint,
    request: requestPush,
  });
}

async function requestPush(resumed: NewSubscription & { replaces: string }): Promise<boolean> {
  const response = await fetch('/rest/v1/push_subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(resumed),
  });
  return response.ok && typeof (await response.json()).id === 'string';
}
