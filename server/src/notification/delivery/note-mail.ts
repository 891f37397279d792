import type { MailReason } from '@kindpal/contract/notification/schema';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { notificationSettings, notifications } from '../../db/schema/notification.ts';
import type { Refusal } from '../../mail/refused-mail.ts';
import type { Services } from '../../services.ts';

/** The outcome of an email: postponed, or final. */
export type Outcome =
  | { due: Date; reason: MailReason }
  | {
      state: 'queued' | 'sent' | 'bounced' | 'failed' | 'suppressed';
      reason: MailReason | null;
    };

type Needs = { db: { drizzle: Queries }; clock: Services['clock'] };

/** Records the outcome of these notifications' emails; a final outcome stays. */
export async function noteMail(
  { db, clock }: Needs,
  ids: string[],
  outcome: Outcome,
): Promise<void> {
  const { reason: mail_reason } = outcome;
  const change =
    'due' in outcome
      ? { mail_due_at: outcome.due, mail_reason }
      : {
          mail_state: outcome.state,
          mail_reason,
          ...(outcome.state === 'sent' && { mailed_at: clock.now() }),
        };
  // In the order of their ids: their member may be marking them as read.
  const queued = db.drizzle
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(inArray(notifications.id, ids), eq(notifications.mail_state, 'queued')))
    .orderBy(notifications.id)
    .for('no key update');
  await db.drizzle.update(notifications).set(change).where(inArray(notifications.id, queued));
}

/** Records whether a member's mailbox accepts emails; the time of the first refusal is kept. */
export async function noteMailbox(
  { db, clock }: Needs,
  memberId: string,
  isTaking: boolean,
): Promise<void> {
  const { member_id, bouncing_since } = notificationSettings;
  if (isTaking) {
    await db.drizzle
      .update(notificationSettings)
      .set({ bouncing_since: null })
      .where(and(eq(member_id, memberId), isNotNull(bouncing_since)));
    return;
  }
  // A member who never changed a setting has no row yet.
  await db.drizzle
    .insert(notificationSettings)
    .values({ member_id: memberId, bouncing_since: clock.now() })
    .onConflictDoUpdate({
      target: member_id,
      set: { bouncing_since: sql`excluded.bouncing_since` },
      setWhere: isNull(bouncing_since),
    });
}

/**
 * Records that these notifications' email was refused permanently, and the mailbox that refuses
 * emails, in one transaction: nothing is sent again that would record the rest.
 */
export async function noteRefused(
  { db, clock }: Needs,
  { ids, member_id }: { ids: string[]; member_id: string },
  { state }: Refusal,
): Promise<void> {
  await db.drizzle.transaction(async (tx) => {
    const within = { db: { drizzle: tx }, clock };
    // First the row that a deletion of the member waits for, as the deletion does.
    if (state === 'bounced') await noteMailbox(within, member_id, false);
    await noteMail(within, ids, { state, reason: 'rejected' });
  });
}
