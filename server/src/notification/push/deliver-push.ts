import { definitionOf } from '@kindpal/contract/notification/catalog';
import { pathOfNotification } from '@kindpal/contract/notification/target';
import { and, eq, gt, sql } from 'drizzle-orm';
import { authSession } from '../../db/schema/account.ts';
import { pushSubscriptions } from '../../db/schema/notification.ts';
import type { Services } from '../../services.ts';
import { recordOutcome } from '../../tasks/record-outcome.ts';
import type { TaskAttempt } from '../../tasks/task-queue.ts';
import { judgeMail, keptSeconds } from '../delivery/judge-mail.ts';
import {
  type DeliveryOf,
  type DeliveryOutcome,
  deliveryId,
  noteDelivery,
} from '../delivery/note-delivery.ts';
import { findOutgoing, type OutgoingRow, outgoingFactsOf } from '../delivery/outgoing-rows.ts';
import { textOf } from '../present.ts';
import { getPushKeys } from './push-keys.ts';
import { type PushRequest, postPush } from './push-transport.ts';
import { turnOfPush } from './push-turn.ts';

/**
 * The service has dropped the subscription (RFC 8030). Other refusals, such as 403, keep the
 * device: a wrong clock of this machine causes them for every device.
 */
const GONE = new Set([404, 410]);

type Subscription = typeof pushSubscriptions.$inferSelect;

/**
 * Shows a notification on a device, if it is still true and wanted, and allowed at this hour. A
 * subscription unknown to its service is removed; other failures are thrown, so that the queue
 * retries.
 */
export async function deliverPush(
  services: Services,
  payload: { id: string; subscription: string },
  { signal, isLast }: TaskAttempt,
): Promise<void> {
  const [[row], subscription] = await Promise.all([
    findOutgoing(services, 'push', payload.id),
    findSubscription(services, payload.subscription),
  ]);
  if (!row || !subscription || row.member_id !== subscription.member_id) return;
  const facts = await outgoingFactsOf(services, row, 'push');
  const now = services.clock.now();
  const verdict = judgeMail(facts, now);
  const note = async (outcome: DeliveryOutcome) => {
    await noteDelivery(services, deliveryOf(row, subscription), outcome);
  };
  if (!verdict.send) {
    const { later, reason } = verdict;
    await note({ state: later ? 'queued' : 'suppressed', reason });
    const turn = turnOfPush(subscription.endpoint);
    if (later) await services.tasks.addLater('deliver_push', payload, { at: later, turn });
    return;
  }
  const message = await composePush(services, { row, kept: keptSeconds(facts, now) }, subscription);
  let cause: unknown;
  const status = await postPush(services.env, message, signal).catch((error) => {
    cause = error;
    return 0;
  });
  // Only these are temporary and worth another attempt.
  if (status === 0 || status >= 500 || status === 429) {
    await note({ state: isLast ? 'failed' : 'queued', reason: 'unreachable' });
    throw new Error(`a push service answered ${status || 'nothing'}`, { cause });
  }
  if (status < 300) return recordOutcome(() => note({ state: 'sent', reason: null }), signal);
  if (GONE.has(status)) {
    await services.db.drizzle
      .delete(pushSubscriptions)
      .where(eq(pushSubscriptions.id, subscription.id));
    return note({ state: 'bounced', reason: 'rejected' });
  }
  services.log.warn({ status }, 'A push service refused a message');
  return note({ state: 'failed', reason: 'rejected' });
}

/** The id depends on message and device only, so all attempts share one row. */
function deliveryOf({ id, type, member_id }: OutgoingRow, device: Subscription): DeliveryOf {
  const channel = 'push';
  return { id: deliveryId(`${id}:${device.id}`), channel, type, member_id, about_id: id };
}

/** A subscription whose session is live; its member may have signed out since. */
async function findSubscription({ db }: Services, id: string): Promise<Subscription | undefined> {
  const [row] = await db.drizzle
    .select({ subscription: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(authSession, eq(authSession.id, pushSubscriptions.session_id))
    .where(and(eq(pushSubscriptions.id, id), gt(authSession.expiresAt, sql`now()`)));
  return row?.subscription;
}

/** The bell's text, encrypted for the device (RFC 8291) and signed (RFC 8292). */
async function composePush(
  services: Services,
  { row, kept }: { row: OutgoingRow; kept: number },
  { endpoint, p256dh, auth }: Subscription,
): Promise<PushRequest> {
  const { default: webPush } = await import('web-push');
  const { publicKey, privateKey } = await getPushKeys(services);
  const { title, body } = textOf(row);
  const shown = { id: row.id, title, body, href: pathOfNotification(row.type, row) };
  const built = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(shown),
    {
      vapidDetails: { subject: `mailto:${services.env.supportEmail}`, publicKey, privateKey },
      contentEncoding: 'aes128gcm',
      TTL: kept,
      urgency: definitionOf(row.type).isUrgent ? 'high' : 'normal',
      topic: row.id.replaceAll('-', ''),
    },
  );
  return { endpoint, headers: built.headers, body: built.body ?? Buffer.alloc(0) };
}
