import type { MailReason } from '@kindpal/contract/notification/schema';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { notificationSettings, notifications } from '../db/schema/notification.ts';
import type { Services } from '../services.ts';

/** The outcome of an email: postponed, or final. */
export type Outcome =
  | { due: Date; reason: MailReason }
  | {
      state: 'queued' | 'sent' | 'bounced' | 'failed' | 'suppressed';
      reason: MailReason | null;
    };

type Needs = Pick<Services, 'db' | 'clock'>;

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
  await db.drizzle
    .update(notifications)
    .set(change)
    .where(and(inArray(notifications.id, ids), eq(notifications.mail_state, 'queued')));
}

/** Records whether a member's mailbox accepts emails; the time of the first refusal is kept. */
export async function noteMailbox(
  { db, clock }: Needs,
  memberId: string,
  isTaking: boolean,
): Promise<void> {
  const since = isTaking ? null : clock.now();
  await db.drizzle
    .update(notificationSettings)
    .set({
      bouncing_since: isTaking
        ? null
        : sql`coalesce(${notificationSettings.bouncing_since}, ${since?.toISOString()}::timestamptz)`,
    })
    .where(
      and(
        eq(notificationSettings.member_id, memberId),
        sql`(${notificationSettings.bouncing_since} is not null) = ${isTaking}`,
      ),
    );
}

/**
 * The permanent refusal (5xx, RFC 5321) of a mail server, which is not retried: for this mailbox,
 * or this email. Null for every other failure.
 */
export function refusalOfMail(error: unknown): { state: 'bounced' | 'failed' } | null {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  if (typeof responseCode !== 'number' || responseCode < 500) return null;
  return { state: command === 'RCPT TO' ? 'bounced' : 'failed' };
}
