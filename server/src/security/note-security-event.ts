import type { SecurityEventKind } from '@kindpal/contract/security/schema';
import { and, count, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { RequestContext } from '../access/context.ts';
import { networkOf } from '../access/limits/networks.ts';
import { isUnconfirmed } from '../account/sign-up/has-to-confirm.ts';
import type { Queries } from '../db/client.ts';
import { securityEvent } from '../db/schema/security.ts';

export type Noted = {
  userId: string;
  kind: SecurityEventKind;
  /** Details, such as the name of a passkey; its member reads it. */
  detail?: string;
};
/** The request it came from; omitted for events without one. */
type Source = Pick<RequestContext, 'request' | 'ip'>;

/**
 * Records a security event for its member, in the transaction of what happened; returns the id of
 * the event. The most important ones also create a notification. [U6] [U13]
 */
export async function noteSecurityEvent(
  tx: Queries,
  { userId, kind, detail }: Noted,
  source?: Source,
): Promise<string> {
  const [written] = await tx
    .insert(securityEvent)
    .values({ userId, kind, detail, ...(source && sourceOf(source)) })
    .returning({ id: securityEvent.id });
  if (!written) throw new Error('event was not written');
  return written.id;
}

/**
 * Records a failed sign-in of a member; failures from one network within an hour are one event.
 * While the address has to be confirmed, it may be its owner who fails to sign in: then the account
 * does not learn from where. [U3] [U1]
 */
export async function noteFailedSignIn(tx: Queries, userId: string, source: Source): Promise<void> {
  const { ipAddress, userAgent } = (await isUnconfirmed(tx, userId))
    ? { ipAddress: null, userAgent: null }
    : sourceOf(source);
  const last = tx
    .select({ id: securityEvent.id })
    .from(securityEvent)
    .where(
      and(
        eq(securityEvent.userId, userId),
        eq(securityEvent.kind, 'sign_in_failed'),
        sql`${securityEvent.ipAddress} IS NOT DISTINCT FROM ${ipAddress}`,
        gt(securityEvent.createdAt, sql`now() - interval '1 hour'`),
      ),
    )
    .orderBy(desc(securityEvent.createdAt))
    .limit(1);
  const counted = await tx
    .update(securityEvent)
    .set({ times: sql`${securityEvent.times} + 1`, userAgent })
    .where(eq(securityEvent.id, last))
    .returning({ id: securityEvent.id });
  if (counted.length === 0) {
    await tx.insert(securityEvent).values({ userId, kind: 'sign_in_failed', ipAddress, userAgent });
  }
}

/** How many events of these kinds a member has had for this many hours. */
export async function countEvents(
  tx: Queries,
  { userId, kinds, hours }: { userId: string; kinds: SecurityEventKind[]; hours: number },
): Promise<number> {
  const [events] = await tx
    .select({ count: count() })
    .from(securityEvent)
    .where(
      and(
        eq(securityEvent.userId, userId),
        inArray(securityEvent.kind, kinds),
        gt(securityEvent.createdAt, sql`now() - make_interval(hours => ${hours})`),
      ),
    );
  return events?.count ?? 0;
}

/** The network and the user agent of a request, as sessions and security events store them. [U6] */
export function sourceOf({ request, ip }: Source) {
  return {
    ipAddress: networkOf(ip),
    userAgent: request.headers['user-agent']?.slice(0, 500),
  };
}
