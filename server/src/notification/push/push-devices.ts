import type { notification } from '@kindpal/contract/notification/contract';
import { and, desc, eq, gt, not, notInArray, sql } from 'drizzle-orm';
import type { Actor } from '../../access/actor.ts';
import type { MemberCall } from '../../access/call.ts';
import type { MemberContext } from '../../access/context.ts';
import { lockSession } from '../../account/session/hold-session.ts';
import { isUniqueViolation, type Queries } from '../../db/client.ts';
import { authSession } from '../../db/schema/account.ts';
import { pushSubscriptions } from '../../db/schema/notification.ts';
import { loadDeviceReader } from '../../security/device.ts';
import { refusal } from '../../transport/refusal.ts';
import { ownDevices } from '../policy.ts';
import { mayConnectTo } from '../public-host.ts';
import { getPushKeys } from './push-keys.ts';

/** Beyond this many, the oldest are removed: nobody uses that many. */
const DEVICES_MAX = 20;

/** The devices that show the caller's notifications, newest first. */
export async function listPushDevices({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const rows = await services.db.drizzle
    .select({
      id: pushSubscriptions.id,
      created_at: pushSubscriptions.created_at,
      session_id: pushSubscriptions.session_id,
      agent: authSession.userAgent,
    })
    .from(pushSubscriptions)
    .innerJoin(authSession, eq(authSession.id, pushSubscriptions.session_id))
    .where(ownDevices(actor.id, gt(authSession.expiresAt, sql`now()`)))
    .orderBy(desc(pushSubscriptions.created_at), pushSubscriptions.id);
  const deviceOf = await loadDeviceReader();
  const { publicKey: public_key } = await getPushKeys(services);
  const items = rows.map(({ id, created_at, session_id, agent }) => ({
    id,
    ...deviceOf(agent),
    is_current: session_id === actor.session_id,
    created_at: created_at.toISOString(),
  }));
  return { public_key, items };
}

/** Locks the session first, as what ends it does. Throws UNAUTHORIZED if it has ended. */
async function holdOwnSession(tx: Queries, { session_id }: Actor): Promise<void> {
  if (!(await lockSession(tx, session_id))) throw refusal('UNAUTHORIZED');
}

/**
 * Enables push notifications for the caller in this browser until its session ends. A subscription
 * that belonged to another member becomes the caller's; with `replaces` it does not. Throws
 * PUSH_SERVICE_REFUSED, TOO_MANY_REQUESTS.
 */
export async function startPush({ input, context }: MemberCall<typeof notification.startPush>) {
  const { services, actor } = context;
  const { endpoint, keys, replaces } = input;
  if (!mayConnectTo(endpoint, services.env)) throw refusal('PUSH_SERVICE_REFUSED');
  if (replaces !== undefined) return resumePush(context, { endpoint, keys, replaces });
  await services.limiter.consume('push_by_member', actor.id);
  return services.db.drizzle.transaction(async (tx) => {
    await holdOwnSession(tx, actor);
    const whose = { member_id: actor.id, session_id: actor.session_id, ...keys };
    const [row] = await tx
      .insert(pushSubscriptions)
      .values({ endpoint, ...whose })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: whose })
      .returning({ id: pushSubscriptions.id });
    if (!row) throw new Error('a push subscription was not written');
    const newest = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.member_id, actor.id))
      .orderBy(desc(pushSubscriptions.created_at))
      .limit(DEVICES_MAX);
    await tx
      .delete(pushSubscriptions)
      .where(ownDevices(actor.id, notInArray(pushSubscriptions.id, newest)));
    return row;
  });
}

type Resumed = { endpoint: string; keys: { p256dh: string; auth: string }; replaces: string };

/** Resumes the caller's subscription in this browser; never changes another member's. */
async function resumePush(
  { services, actor }: MemberContext,
  { endpoint, keys, replaces }: Resumed,
) {
  const { id, session_id } = pushSubscriptions;
  const isAnother = sql`EXISTS (SELECT FROM push_subscriptions another
    WHERE another.endpoint = ${endpoint} AND another.endpoint <> ${replaces})`;
  const own = and(eq(pushSubscriptions.endpoint, replaces), not(isAnother));
  const moved = services.db.drizzle.transaction(async (tx) => {
    await holdOwnSession(tx, actor);
    return tx
      .update(pushSubscriptions)
      .set({
        ...{ endpoint, ...keys, session_id: actor.session_id },
        // The list shows when push was enabled: a renewed endpoint in the same session keeps that
        // date.
        created_at: sql`CASE WHEN ${session_id} IS NULL THEN clock_timestamp()
          ELSE ${pushSubscriptions.created_at} END`,
      })
      .where(ownDevices(actor.id, own))
      .returning({ id });
  });
  const [row] = await moved.catch((error: unknown) => {
    // Another call has just enabled push with the same new endpoint.
    if (isUniqueViolation(error, 'push_subscriptions_endpoint_unique')) return [];
    throw error;
  });
  return { id: row?.id ?? null };
}

/** Disables them on one of the caller's devices; for others' the answer is the same. */
export async function endPush({ input, context }: MemberCall<typeof notification.endPush>) {
  const { services, actor } = context;
  await services.db.drizzle
    .delete(pushSubscriptions)
    .where(ownDevices(actor.id, eq(pushSubscriptions.id, input.id)));
  return {};
}
