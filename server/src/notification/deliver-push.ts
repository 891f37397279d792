import { definitionOf } from '@kindpal/contract/notification/catalog';
import { pathOfNotification } from '@kindpal/contract/notification/target';
import { and, eq, gt, sql } from 'drizzle-orm';
import { authSession } from '../db/schema/account.ts';
import { pushSubscriptions } from '../db/schema/notification.ts';
import type { Services } from '../services.ts';
import type { TaskAttempt } from '../tasks/task-queue.ts';
import { judgeMail, keptSeconds } from './judge-mail.ts';
import { factsOf, findOutgoing, type OutgoingRow } from './outgoing-rows.ts';
import { textOf } from './present.ts';
import { getPushKeys } from './push-keys.ts';
import { type PushRequest, postPush } from './push-transport.ts';

/**
 * The service has dropped the subscription (RFC 8030), or never accepted messages with this key.
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
  { signal }: TaskAttempt,
): Promise<void> {
  const [[row], subscription] = await Promise.all([
    findOutgoing(services, 'push', payload.id),
    findSubscription(services, payload.subscription),
  ]);
  if (!row || !subscription || row.member_id !== subscription.member_id) return;
  const facts = await factsOf(services, row, 'push');
  const now = services.clock.now();
  const verdict = judgeMail(facts, now);
  if (!verdict.send) {
    if (verdict.later) await services.tasks.addLater('deliver_push', payload, verdict.later);
    return;
  }
  const status = await postPush(
    services.env,
    await composePush(services, { row, kept: keptSeconds(facts, now) }, subscription),
    signal,
  );
  if (GONE.has(status)) {
    await services.db.drizzle
      .delete(pushSubscriptions)
      .where(eq(pushSubscriptions.id, subscription.id));
    return;
  }
  // A retry would not change a permanent refusal.
  if (status >= 500 || status === 429) throw new Error(`a push service answered ${status}`);
  if (status >= 300) services.log.warn({ status }, 'A push service refused a message');
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
