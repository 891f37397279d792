import type { security } from '@kindpal/contract/security/contract';
import type { SessionDevice } from '@kindpal/contract/security/schema';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { withdrawEmailChange } from '../account/email/change-email.ts';
import { endSession } from '../account/session/end-sessions.ts';
import { holdSession } from '../account/session/hold-session.ts';
import { authSession } from '../db/schema/account.ts';
import { distrustOthers } from '../factor/trusted-device.ts';
import { endFeed } from '../notification/calendar/end-feed.ts';
import { loadDeviceReader } from './device.ts';

/** Nobody reads more; older sessions end together with the others. */
const DEVICES_MAX = 100;

/** The devices on which the caller is signed in: this one first, then by last use. [U6] */
export async function listDevices({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const isCurrent = sql<boolean>`${authSession.id} = ${actor.session_id}`;
  const rows = await services.db.drizzle
    .select({
      id: authSession.id,
      userAgent: authSession.userAgent,
      createdAt: authSession.createdAt,
      updatedAt: authSession.updatedAt,
      isCurrent,
    })
    .from(authSession)
    .where(and(eq(authSession.userId, actor.id), gt(authSession.expiresAt, sql`now()`)))
    .orderBy(desc(isCurrent), desc(authSession.updatedAt), authSession.id)
    .limit(DEVICES_MAX);
  const deviceOf = await loadDeviceReader();
  const items = rows.map(
    (row): SessionDevice => ({
      id: row.id,
      ...deviceOf(row.userAgent),
      created_at: row.createdAt.toISOString(),
      last_used_at: row.updatedAt.toISOString(),
      is_current: row.isCurrent,
    }),
  );
  return { items };
}

/**
 * Signs the caller out on one device: its session and streams end on every node, because the
 * session's trigger sends an event. Which device was trusted or asked for another address is not
 * stored with the session, so the trust of all others ends as well, a pending address is canceled,
 * and the calendar feed ends, whose address may have been copied there: the member's phone may be
 * in other hands. For somebody else's session nothing happens, and the answer is the same. [U6]
 * [U8] [U13]
 */
export async function endDevice({
  input,
  context,
}: MemberCall<typeof security.endSession>): Promise<void> {
  const { services, actor } = context;
  await services.db.drizzle.transaction(async (tx) => {
    await holdSession(tx, actor);
    const ended = await endSession(tx, { userId: actor.id, sessionId: input.id });
    if (!ended || input.id === actor.session_id) return;
    await distrustOthers(tx, actor.id, context);
    await withdrawEmailChange(tx, actor.id);
    await endFeed(tx, actor.id);
  });
}
