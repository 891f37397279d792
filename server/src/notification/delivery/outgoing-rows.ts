import type { JobStatus } from '@kindpal/contract/job/schema';
import {
  definitionOf,
  groupOf,
  isEmailed,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@kindpal/contract/notification/catalog';
import { knownTimeZone } from '@kindpal/contract/time/zone';
import { hasToConfirmIn } from '../../account/sign-up/has-to-confirm.ts';
import { areBlocked } from '../../block/policy.ts';
import { NEEDS_MORE_STAFF } from '../../feedback/more-staff.ts';
import { isHiddenRequest } from '../../feedback/policy.ts';
import { IN_TURN, isReservedFrom, keyOfTurn } from '../../offer/policy.ts';
import type { Services } from '../../services.ts';
import { WAITS } from '../../waitlist/policy.ts';
import { databaseLag } from '../database-time.ts';
import { type NotificationRow, quietHoursOf } from '../present.ts';
import { findSettings, type SettingsRow, TEXT_COLUMNS, TEXT_SOURCES } from '../queries.ts';
import type { MailFacts } from './judge-mail.ts';

/** A notification with its recipient and the current state of its job. */
export type OutgoingRow = NotificationRow & {
  member_id: string;
  email: string;
  is_suspended: boolean;
  has_to_confirm: boolean;
  in_digest: boolean;
  job_status: JobStatus | null;
  job_time_zone: string | null;
  claim_is_live: boolean | null;
  awaits_confirmation: boolean | null;
  is_reviewed: boolean;
  is_staff: boolean;
  awaits_staff: boolean;
  is_blocked: boolean;
  is_hidden: boolean;
  /** The end of the recipient's turn that it is about; null if there is none or it is over. */
  turn_until: string | null;
  /** The job's and claim's data for a calendar; null without them. */
  area: string | null;
  job_created_at: string | null;
  claim_start_date: string | null;
  claim_end_date: string | null;
  /** Whether an earlier email added the claim to the recipient's calendar. */
  is_in_calendar: boolean;
  /** When it was written, never earlier by the clock of this node. */
  happened_at: string;
};

/** The types with this property, as literals. */
const typesWith = (has: (definition: ReturnType<typeof definitionOf>) => boolean) =>
  (Object.keys(NOTIFICATION_TYPES) as NotificationType[])
    .filter((type) => has(definitionOf(type)))
    .map((type) => `'${type}'`)
    .join(', ');
/** The types that notify staff of a task. */
export type AwaitingStaff = {
  [Type in NotificationType]: (typeof NOTIFICATION_TYPES)[Type]['holds'] extends 'awaits_staff'
    ? Type
    : never;
}[NotificationType];
/** Whether the row of a `task` that the notification is about still waits (SQL). */
const itsOwn = (task: string) => `EXISTS (SELECT FROM ${task}
  AND task.id = notification.event_key::uuid)`;
/**
 * Which tasks of staff wait: as long as one does, they are notified of it. A report that a
 * colleague has taken waits for nobody else. One notification of a new request or entry also
 * announces those that follow it, so it holds as long as any of them waits.
 */
const AWAITS_STAFF = Object.entries({
  'staff.feedback_overdue': itsOwn(`feedback task WHERE task.status IN ('open', 'in_progress')`),
  'staff.invite_request': itsOwn(`invite_requests task WHERE task.status = 'pending'`),
  'staff.report': itsOwn('reports task WHERE task.decided_at IS NULL AND task.assigned_to IS NULL'),
  'staff.danger_report': itsOwn(
    'reports task WHERE task.decided_at IS NULL AND task.assigned_to IS NULL',
  ),
  'staff.hearing_answered': itsOwn(`hearings task
    JOIN reports report ON report.id = task.report_id WHERE report.decided_at IS NULL`),
  'staff.reading_asked': itsOwn('chat_readings task WHERE task.decided_at IS NULL'),
  'staff.appeal': itsOwn(
    'moderation_decisions task WHERE task.appeal_decision IS NULL AND task.ended_at IS NULL',
  ),
  'staff.more_needed': `EXISTS (SELECT FROM (${NEEDS_MORE_STAFF}) waiting
    WHERE waiting.id = notification.event_key::uuid)`,
  'staff.identity_request': itsOwn(`identity_checks task WHERE task.status = 'requested'`),
  'staff.identity_checked': itsOwn(`identity_checks task WHERE task.status = 'checked'`),
  'staff_inbox.feedback': `EXISTS (SELECT FROM feedback task WHERE task.status = 'open'
    AND task.user_id IS DISTINCT FROM notification.member_id
    AND NOT ${isHiddenRequest('task', 'notification.member_id')})`,
  'staff_inbox.waitlist': `EXISTS (SELECT FROM waitlist_entries WHERE ${WAITS})`,
} satisfies Record<AwaitingStaff, string>)
  .map(([type, waits]) => `WHEN '${type}' THEN ${waits}`)
  .join(' ');

const ENTERS = typesWith(({ calendar }) => calendar === 'enters');
const OFFERS = typesWith(({ holds }) => holds === 'is_your_turn');

/** The facts that decide about outgoing notifications, selected by `condition`. */
const find = (condition: string) => `SELECT ${TEXT_COLUMNS}, notification.member_id, account.email,
    member.suspended_at IS NOT NULL AS is_suspended, ${hasToConfirmIn('account')} AS has_to_confirm,
    notification.in_digest,
    job.status AS job_status,
    job.time_zone AS job_time_zone, claim.ended_at IS NULL AS claim_is_live,
    claim.ended_at IS NULL AND claim.completed_at IS NOT NULL AND claim.confirmed_at IS NULL
      AS awaits_confirmation,
    EXISTS (SELECT FROM reviews review WHERE review.claim_id = notification.claim_id
      AND (review.reviewer_id = notification.member_id OR review.published_at IS NOT NULL))
      AS is_reviewed,
    EXISTS (SELECT FROM user_roles staff
      WHERE staff.user_id = notification.member_id AND staff.role <> 'user') AS is_staff,
    CASE notification.type ${AWAITS_STAFF} ELSE false END AS awaits_staff,
    EXISTS (SELECT FROM unnest(ARRAY[notification.actor_id, job.owner_id, claim.sitter_id]) AS about (id)
      WHERE about.id <> notification.member_id
        AND ${areBlocked('about.id', 'notification.member_id')}) AS is_blocked,
    coalesce(${isReservedFrom('notification.member_id')} OR owner.suspended_at IS NOT NULL
      AND owner.id <> notification.member_id, false) AS is_hidden,
    CASE WHEN notification.type IN (${OFFERS}) THEN (SELECT turn.until_at FROM (${IN_TURN}) turn
      WHERE turn.sitter_id = notification.member_id
        AND ${keyOfTurn('turn')} = notification.event_key) END AS turn_until,
    job.location AS area, job.created_at AS job_created_at,
    claim.start_date AS claim_start_date, claim.end_date AS claim_end_date,
    EXISTS (SELECT FROM notifications earlier
      WHERE earlier.job_id = notification.job_id AND earlier.claim_id = notification.claim_id
        AND earlier.member_id = notification.member_id AND earlier.type IN (${ENTERS})
        AND earlier.mail_state IN ('sent', 'delivered')) AS is_in_calendar,
    notification.created_at + ${databaseLag('$2')} AS happened_at
  FROM notifications notification ${TEXT_SOURCES}
  JOIN auth."user" account ON account.id = notification.member_id
  LEFT JOIN job_claims claim ON claim.id = notification.claim_id
  LEFT JOIN users owner ON owner.id = job.owner_id
  WHERE ${condition}`;

const QUERIES = {
  /** The email of one outgoing notification. */
  mail: {
    name: 'notification-mail',
    text: find(`notification.id = $1 AND notification.mail_state = 'queued'`),
  },
  /** The emails of several outgoing notifications. */
  mails: {
    name: 'notification-mails-of',
    text: find(`notification.id = ANY ($1::uuid[]) AND notification.mail_state = 'queued'`),
  },
  /** The notifications of one digest, newest first. */
  digest: {
    name: 'notification-digest',
    text: `${find(`notification.digest_id = $1 AND notification.mail_state = 'queued'`)}
      ORDER BY notification.created_at DESC, notification.id`,
  },
  /** One notification, whatever the state of its email. */
  push: { name: 'notification-push', text: find('notification.id = $1') },
};

/** The notifications for a delivery task; none if another task has delivered them. */
export function findOutgoing(
  { db }: Pick<Services, 'db'>,
  which: keyof typeof QUERIES,
  id: string | string[],
): Promise<OutgoingRow[]> {
  return db.jsonRows<OutgoingRow>({ ...QUERIES[which], values: [id, new Date()] });
}

/** The facts for judging a notification on one channel, with its recipient's preferences. */
export async function outgoingFactsOf(
  { db }: Pick<Services, 'db'>,
  row: OutgoingRow,
  channel: 'email' | 'push' = 'email',
): Promise<MailFacts> {
  return judgedBy(row, await findSettings(db.drizzle, row.member_id), channel);
}

/** The same with preferences that were already read. */
export function judgedBy(
  row: OutgoingRow,
  settings: SettingsRow | null,
  channel: 'email' | 'push' = 'email',
): MailFacts {
  return {
    channel,
    type: row.type,
    happened_at: new Date(row.happened_at),
    is_read: row.read_at !== null,
    is_suspended: row.is_suspended,
    has_to_confirm: row.has_to_confirm,
    job: jobOf(row),
    claim: row.claim_id
      ? {
          is_live: row.claim_is_live ?? false,
          awaits_confirmation: row.awaits_confirmation ?? false,
          is_reviewed: row.is_reviewed,
        }
      : null,
    staff: { is_staff: row.is_staff, waits: row.awaits_staff },
    is_in_calendar: row.is_in_calendar,
    is_blocked: row.is_blocked,
    is_hidden: row.is_hidden,
    turn_until: row.turn_until ? new Date(row.turn_until) : null,
    is_off: settings !== null && isOff(row.type, settings, channel),
    in_digest: channel === 'email' && row.in_digest,
    paused_until: settings?.paused_until ?? null,
    quiet_hours: quietHoursOf(settings),
    time_zone: knownTimeZone(row.time_zone),
  };
}

function jobOf({ job_status, start_date, end_date, job_time_zone }: OutgoingRow): MailFacts['job'] {
  if (!job_status || !start_date || !end_date) return null;
  const [start, end] = [new Date(start_date), new Date(end_date)];
  return { status: job_status, start, end, time_zone: knownTimeZone(job_time_zone) ?? 'UTC' };
}

function isOff(type: NotificationType, settings: SettingsRow, channel: 'email' | 'push'): boolean {
  return channel === 'email'
    ? !isEmailed(type, settings)
    : settings.push_off.includes(groupOf(type));
}
