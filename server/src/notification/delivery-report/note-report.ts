import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { lockMembers } from '../../access/hold-member.ts';
import { addressOf } from '../../account/address-of.ts';
import type { Queries } from '../../db/client.ts';
import { deliveries, notifications } from '../../db/schema/notification.ts';
import type { Services } from '../../services.ts';
import { noteMailbox } from '../delivery/note-mail.ts';
import type { DeliveryReport } from './read-delivery-report.ts';

type Needs = Pick<Services, 'db' | 'clock'>;

/** Whether this is the name of an email of ours; rows exist before the email is sent. */
export async function isOurs({ db }: Pick<Needs, 'db'>, name: string): Promise<boolean> {
  return (await findSent(db.drizzle, name)) !== null;
}

/**
 * Records a mail server's report about the email with this name, and its mailbox, in one
 * transaction. A report about an unknown email, or a second one, changes nothing.
 */
export async function noteReport(
  { db, clock }: Needs,
  name: string,
  { outcome, recipients }: DeliveryReport,
): Promise<void> {
  await db.drizzle.transaction(async (tx) => {
    const memberId = (await findSent(tx, name))?.memberId ?? null;
    // First the lock that a deletion of the member takes first.
    if (memberId) await lockMembers(tx, [memberId]);
    const isFirst = await noteOutcome(tx, name, { outcome, at: clock.now() });
    if (!isFirst || !memberId || outcome === 'failed') return;
    // A report about a former address does not apply to the member's current mailbox.
    const email = await addressOf(tx, memberId);
    if (!email || !recipients.includes(email.toLowerCase())) return;
    await noteMailbox({ db: { drizzle: tx }, clock }, memberId, outcome === 'delivered');
  });
}

/** An email by its name: a notification's id or its digest's; or one that a command sent. */
const isNotification = (name: string) =>
  or(eq(notifications.id, name), eq(notifications.digest_id, name));
const isOwn = (name: string) => and(eq(deliveries.id, name), eq(deliveries.channel, 'email'));

/** The member that an email of ours was sent to, null for somebody who is no member. */
async function findSent(
  queries: Queries,
  name: string,
): Promise<{ memberId: string | null } | null> {
  const [notification] = await queries
    .select({ memberId: notifications.member_id })
    .from(notifications)
    .where(isNotification(name))
    .limit(1);
  if (notification) return notification;
  const [own] = await queries
    .select({ memberId: deliveries.member_id })
    .from(deliveries)
    .where(isOwn(name));
  return own ?? null;
}

type Told = { outcome: DeliveryReport['outcome']; at: Date };

/**
 * Records the outcome of an email unless it has a final one, and returns whether it did. A report
 * may arrive before the acceptance is recorded.
 */
async function noteOutcome(tx: Queries, name: string, { outcome, at }: Told): Promise<boolean> {
  const reason = outcome === 'delivered' ? null : 'returned';
  const since = (column: typeof notifications.mailed_at | typeof deliveries.mailed_at) =>
    sql`coalesce(${column}, ${at.toISOString()}::timestamptz)`;
  const told = await tx
    .update(notifications)
    .set({
      mail_state: outcome,
      mail_reason: reason,
      mail_due_at: null,
      mailed_at: since(notifications.mailed_at),
    })
    .where(and(isNotification(name), inArray(notifications.mail_state, ['queued', 'sent'])))
    .returning({ id: notifications.id });
  if (told.length > 0) return true;
  const own = await tx
    .update(deliveries)
    .set({ state: outcome, reason, mailed_at: since(deliveries.mailed_at) })
    .where(and(isOwn(name), inArray(deliveries.state, ['queued', 'sent'])))
    .returning({ id: deliveries.id });
  return own.length > 0;
}
