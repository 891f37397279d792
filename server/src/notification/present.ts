import {
  definitionOf,
  type EmailChoice,
  groupOf,
  isEmailed,
  type NotificationType,
  SWITCHABLE_GROUPS,
  TYPES_OF_CHOICE,
} from '@kindpal/contract/notification/catalog';
import {
  type AppliesTo,
  GROUP_NAMES,
  NOTIFICATION_GROUPS,
  type NotificationGroup,
} from '@kindpal/contract/notification/groups';
import { DEFAULT_QUIET_HOURS } from '@kindpal/contract/notification/quiet-hours';
import type {
  GroupPreference,
  Notification,
  NotificationSettings,
  TypePreference,
} from '@kindpal/contract/notification/schema';
import { NEW_JOBS_MILES } from '@kindpal/contract/notification/schema';
import { pathOfNotification } from '@kindpal/contract/notification/target';
import type { Viewer } from '../access/actor.ts';
import { writeTime } from '../mail/write-time.ts';
import type { SettingsRow } from './queries.ts';

/** A notification with the facts for its text, selected by `TEXT_COLUMNS`; times are ISO texts. */
export type NotificationRow = {
  id: string;
  type: NotificationType;
  created_at: string;
  read_at: string | null;
  job_id: string | null;
  claim_id: string | null;
  actor_id: string | null;
  job_title: string | null;
  actor_name: string | null;
  is_owner: boolean | null;
  /** Whether staff took its job down. */
  is_taken_down: boolean;
  is_again: boolean;
  start_date: string | null;
  end_date: string | null;
  /** The recipient's time zone; null until it is known. */
  time_zone: string | null;
};

const OFFERED_TO = new Set(['fitting_sitters', 'offered_sitters']);
/** For sitters who were offered a job: its title may be the reason why staff took it down. */
const TAKEN_DOWN = { title: 'A job is no longer offered', body: 'Our team took it down.' };

/** The texts of a notification; `quote` is applied to titles and names. */
export function textOf(row: NotificationRow, quote = (text: string) => text) {
  const { recipients, text } = definitionOf(row.type);
  if (row.is_taken_down && OFFERED_TO.has(recipients)) return TAKEN_DOWN;
  return text({
    job_title: quote(row.job_title ?? ''),
    actor_name: quote(row.actor_name ?? 'A former member'),
    is_owner: row.is_owner ?? false,
    is_again: row.is_again,
    // Lazy, because formatting a time takes longer than the rest of the text.
    get starts() {
      return row.start_date ? writeTime(new Date(row.start_date), row.time_zone) : '';
    },
    get ends() {
      return row.end_date ? writeTime(new Date(row.end_date), row.time_zone) : '';
    },
  });
}

/** A notification for its own recipient. */
export function presentNotification(row: NotificationRow): Notification {
  const { id, type, created_at, read_at } = row;
  return {
    id,
    group: groupOf(type),
    ...textOf(row),
    href: pathOfNotification(type, row),
    created_at,
    read_at,
  };
}

/** The facts that decide which groups a member has. */
export type Recipient = Pick<Viewer, 'role' | 'app_role'>;

const APPLIES: Record<AppliesTo, (recipient: Recipient) => boolean> = {
  everyone: () => true,
  sitters: ({ role }) => role !== 'pet_owner',
  staff: ({ app_role }) => app_role !== 'user',
};

type Off = Pick<
  SettingsRow,
  'bell_off' | 'email_off' | 'email_types' | 'push_off' | 'email_digest'
>;

const NOTHING_CHOSEN: EmailChoice = { email_off: [], email_types: {} };
const FOR_SITTERS = new Set(['sitter', 'fitting_sitters', 'offered_sitters']);

/** Whether a member may get notifications of a type; one they have switched is shown anyway. */
function mayCome(type: NotificationType, recipient: Recipient): boolean {
  const { recipients } = definitionOf(type);
  if (recipients === 'super_admins') return recipient.app_role === 'super_admin';
  return !FOR_SITTERS.has(recipients) || APPLIES.sitters(recipient);
}

function presentTypes(
  group: NotificationGroup,
  choice: EmailChoice,
  recipient: Recipient,
): TypePreference[] {
  return TYPES_OF_CHOICE.filter(
    (type) => groupOf(type) === group && (mayCome(type, recipient) || type in choice.email_types),
  ).map((type) => ({
    type,
    label: definitionOf(type).label,
    email: isEmailed(type, choice),
  }));
}

/** The channels of each group that applies to a member; all are on until switched off. */
export function presentGroups(off: Off | null, recipient: Recipient): GroupPreference[] {
  return GROUP_NAMES.filter((group) =>
    APPLIES[NOTIFICATION_GROUPS[group].appliesTo](recipient),
  ).map((group) => ({
    group,
    label: NOTIFICATION_GROUPS[group].label,
    hint: NOTIFICATION_GROUPS[group].hint,
    bell: !off?.bell_off.includes(group),
    email: !off?.email_off.includes(group),
    push: !off?.push_off.includes(group),
    in_digest: off?.email_digest.includes(group) ?? false,
    can_switch_off: SWITCHABLE_GROUPS.includes(group),
    can_digest: NOTIFICATION_GROUPS[group].isDigestible,
    types: presentTypes(group, off ?? NOTHING_CHOSEN, recipient),
  }));
}

/** The hours without emails; the default for a member without settings. */
export function quietHoursOf(row: SettingsRow | null) {
  if (!row) return DEFAULT_QUIET_HOURS;
  return row.quiet_from && row.quiet_to ? { from: row.quiet_from, to: row.quiet_to } : null;
}

type Whole = {
  row: SettingsRow | null;
  recipient: Recipient & { area: string | null; time_zone: string | null };
  now: Date;
};

/** A member's own preferences; a pause that is over is omitted. */
export function presentNotificationSettings({ row, recipient, now }: Whole): NotificationSettings {
  const paused = row?.paused_until ?? null;
  return {
    groups: presentGroups(row, recipient),
    quiet_hours: quietHoursOf(row),
    time_zone: recipient.time_zone,
    paused_until: paused && paused > now ? paused.toISOString() : null,
    digest: row?.digest ?? 'daily',
    bouncing_since: row?.bouncing_since?.toISOString() ?? null,
    new_jobs: APPLIES.sitters(recipient)
      ? {
          within_miles: row?.within_miles ?? NEW_JOBS_MILES,
          only_when_free: row?.only_when_free ?? true,
          area: recipient.area,
        }
      : null,
  };
}
