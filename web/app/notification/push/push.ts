import { createStore } from '~/lib/store.ts';
import { type NewSubscription, toNewSubscription } from './push-subscription.ts';

/** Whether this browser supports notifications, and the permission. */
export type PushSupport = 'ready' | 'denied' | 'needs_home_screen' | 'none';

/** The job that was just claimed in this tab: its page offers notifications once. */
export const justClaimed = createStore<string | null>(null);

const OFFERED = 'kindpal.push-offered';

/** What this browser supports. On an iPhone, the page must have been added to the home screen. */
export function pushSupport(): PushSupport {
  const { userAgent, maxTouchPoints } = navigator;
  const isApple = /iphone|ipad/i.test(userAgent) || (/mac/i.test(userAgent) && maxTouchPoints > 1);
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches;
  if (isApple && !isInstalled) return 'needs_home_screen';
  const canPush =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!canPush) return 'none';
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

/** Whether this browser shows notifications now: its member may have withdrawn the permission. */
export function isPushPermitted(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}

/** Whether to offer notifications on this device: there was no offer and no answer yet. */
export function isPushOffered(): boolean {
  if (pushSupport() !== 'ready' || Notification.permission !== 'default') return false;
  return localStorage.getItem(OFFERED) === null;
}

/** Remembers that this device was offered notifications. */
export function dismissPushOffer(): void {
  localStorage.setItem(OFFERED, '1');
}

/**
 * Subscribes this browser to push messages, after a press; null if permission is denied. A
 * subscription with another key is useless and is replaced.
 */
export async function subscribe(publicKey: string): Promise<NewSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/service-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const made = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  return toNewSubscription(made);
}

/** Ends the subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
