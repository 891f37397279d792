import type { SecurityEventKind } from '@kindpal/contract/security/schema';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { RequestContext } from '../access/context.ts';
import { networksOf } from '../access/networks.ts';
import type { Queries } from '../db/client.ts';
import { securityEvent } from '../db/schema/security.ts';

export type Noted = {
  userId: string;
  kind: SecurityEventKind;
  /** What it was about, such as the name of a passkey; its member reads it. */
  detail?: string;
};
/** Where it came from; left out for what no request did. */
type Source = Pick<RequestContext, 'request' | 'ip'>;

/**
 * Writes what happened to an account into the list that its member reads, in the transaction of what
 * happened; gives the id of the event. What matters most also stands in their bell. [U6] [U13]
 */
export async function noteSecurityEvent(
  tx: Queries,
  { userId, kind, detail }: Noted,
  source?: Source,
): Promise<string> {
  const [written] = await tx
    .insert(securityEvent)
    .values({ userId, kind, detail, ...(source && clientOf(source)) })
    .returning({ id: securityEvent.id });
  if (!written) throw new Error('event was not written');
  return written.id;
}

/** Notes a failed sign-in of a member; those of one network within an hour are one event. [U3] */
export async function noteFailedSignIn(tx: Queries, userId: string, source: Source): Promise<void> {
  const { ipAddress, userAgent } = clientOf(source);
  const last = tx
    .select({ id: securityEvent.id })
    .from(securityEvent)
    .where(
      and(
        eq(securityEvent.userId, userId),
        eq(securityEvent.kind, 'sign_in_failed'),
        eq(securityEvent.ipAddress, ipAddress),
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

function clientOf({ request, ip }: Source) {
  return {
    ipAddress: networksOf(ip)[0]?.key ?? '',
    userAgent: request.headers['user-agent']?.slice(0, 500),
  };
}
