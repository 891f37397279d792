import type { JobStatus } from '@kindpal/contract/job/schema';
import { groupOf, SWITCHABLE_GROUPS } from '@kindpal/contract/notification/catalog';
import type { MailReason } from '@kindpal/contract/notification/schema';
import { pathOfNotification } from '@kindpal/contract/notification/target';
import { isTimeZone } from '@kindpal/contract/time/zone';
import { and, eq } from 'drizzle-orm';
import { notifications } from '../db/schema/notification.ts';
import { quote } from '../mail/letter.ts';
import { notificationMail } from '../mail/mails/notification.ts';
import type { Services } from '../services.ts';
import type { TaskAttempt } from '../tasks/task-queue.ts';
import { judgeMail, type MailFacts } from './judge-mail.ts';
import { mailedSettingsUrl } from './mailed-settings.ts';
import { type NotificationRow, quietHoursOf, textOf } from './present.ts';
import { findSettings, getLinkId, TEXT_COLUMNS, TEXT_SOURCES } from './queries.ts';

/** A notification with its reader and how its job stands now. */
type MailRow = NotificationRow & {
  member_id: string;
  email: string;
  is_suspended: boolean;
  job_status: JobStatus | null;
  job_time_zone: string | null;
  claim_is_live: boolean | null;
  awaits_confirmation: boolean | null;
};

const FIND = `SELECT ${TEXT_COLUMNS}, notification.member_id, account.email,
    member.suspended_at IS NOT NULL AS is_suspended, job.status AS job_status,
    job.time_zone AS job_time_zone, claim.ended_at IS NULL AS claim_is_live,
    claim.ended_at IS NULL AND claim.completed_at IS NOT NULL AND claim.confirmed_at IS NULL
      AS awaits_confirmation
  FROM notifications notification ${TEXT_SOURCES}
  JOIN auth."user" account ON account.id = notification.member_id
  LEFT JOIN job_claims claim ON claim.id = notification.claim_id
  WHERE notification.id = $1 AND notification.mail_state = 'queued'`;

/**
 * Delivers the email of one notification, if it is still true and wanted at this hour. What fails is
 * thrown, so that the queue tries again; a mailbox that refuses, and the last try, are noted as failed.
 */
export async function deliverNotification(
  services: Services,
  { id }: { id: string },
  { signal, isLast }: TaskAttempt,
): Promise<void> {
  const { db, clock } = services;
  const [row] = await db.jsonRows<MailRow>({ name: 'notification-mail', text: FIND, values: [id] });
  if (!row) return;
  const verdict = judgeMail(await factsOf(services, row), clock.now());
  if (!verdict.send) {
    const { later, reason } = verdict;
    return note(services, id, later ? { due: later, reason } : { state: 'suppressed', reason });
  }
  const mail = await compose(services, row);
  try {
    await services.mailer.transport.deliver(mail, { signal, name: id.replaceAll('-', '') });
  } catch (error) {
    services.log.warn({ err: error, notification: id }, 'An email could not be sent yet');
    if (isRejected(error)) return note(services, id, { state: 'failed', reason: 'rejected' });
    const state = isLast ? 'failed' : 'queued';
    await note(services, id, { state, reason: 'unreachable' });
    throw error;
  }
  await note(services, id, { state: 'sent', reason: null });
}

async function factsOf({ db }: Services, row: MailRow): Promise<MailFacts> {
  const settings = await findSettings(db.drizzle, row.member_id);
  const zoneOf = (name: string | null) => (name && isTimeZone(name) ? name : 'UTC');
  const { job_status: status, start_date, end_date } = row;
  return {
    type: row.type,
    created_at: new Date(row.created_at),
    is_read: row.read_at !== null,
    is_suspended: row.is_suspended,
    job:
      status && start_date && end_date
        ? {
            status,
            start: new Date(start_date),
            end: new Date(end_date),
            time_zone: zoneOf(row.job_time_zone),
          }
        : null,
    claim: row.claim_id
      ? {
          is_live: row.claim_is_live ?? false,
          awaits_confirmation: row.awaits_confirmation ?? false,
        }
      : null,
    email_off: settings?.email_off ?? [],
    paused_until: settings?.paused_until ?? null,
    quiet_hours: quietHoursOf(settings),
    time_zone: zoneOf(row.time_zone),
  };
}

async function compose(services: Services, row: MailRow) {
  const { env, db } = services;
  const group = groupOf(row.type);
  const linkId = await getLinkId(db.drizzle, row.member_id);
  return notificationMail(env, {
    to: row.email,
    ...textOf(row, quote),
    url: `${env.appUrl}${pathOfNotification(row.type, row)}`,
    settings: SWITCHABLE_GROUPS.includes(group) ? mailedSettingsUrl(services, linkId, group) : null,
  });
}

/** A mail server that says no for good (5xx, RFC 5321) is not asked again. */
function isRejected(error: unknown): boolean {
  const code = (error as { responseCode?: unknown }).responseCode;
  return typeof code === 'number' && code >= 500;
}

type Outcome =
  | { due: Date; reason: MailReason }
  | { state: 'queued' | 'sent' | 'failed' | 'suppressed'; reason: MailReason | null };

async function note({ db, clock }: Services, id: string, outcome: Outcome): Promise<void> {
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
    .where(and(eq(notifications.id, id), eq(notifications.mail_state, 'queued')));
}
