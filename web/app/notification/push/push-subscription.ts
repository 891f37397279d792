import type { pushSubscriptionSchema } from '@kindpal/contract/notification/schema';
import type { z } from 'zod';

export type NewSubscription = Required<
  Pick<z.input<typeof pushSubscriptionSchema>, 'endpoint' | 'keys'>
>;

/** A browser's subscription as the server takes it. */
export function toNewSubscription(subscription: Pick<PushSubscription, 'toJSON'>): NewSubscription {
  const { endpoint = '', keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
}
