import {
  definitionOf,
  groupOf,
  NOTIFICATION_GROUPS,
  type NotificationGroup,
  type NotificationType,
  SWITCHABLE_GROUPS,
} from '@kindpal/contract/notification/catalog';
import { DEFAULT_QUIET_HOURS } from '@kindpal/contract/notification/quiet-hours';
import type {
  GroupPreference,
  Notification,
  NotificationSettings,
} from '@kindpal/contract/notification/schema';
import { pathOfNotification } from '@kindpal/contract/notification/target';
import { isTimeZone } from '@kindpal/contract/time/zone';
import type { SettingsRow } from './queries.ts';

/** A notification with what its text is made of, as `TEXT_COLUMNS` has it; times are ISO texts. */
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
  start_date: string | null;
  end_date: string | null;
  time_zone: string;
};

/** A moment as the reader's clock shows it: 'Sat, Nov 28, 9:00 AM EST'. */
function writeMoment(at: string | null, timeZone: string): string {
  if (at === null) return '';
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
  })
    .format(new Date(at))
    .replaceAll('\u202f', ' ');
}

/** The words of a notification; `quote` is what a title and a name go through on their way. */
export function textOf(row: NotificationRow, quote = (text: string) => text) {
  return definitionOf(row.type).text({
    job_title: quote(row.job_title ?? ''),
    actor_name: quote(row.actor_name ?? 'A former member'),
    is_owner: row.is_owner ?? false,
    starts: writeMoment(row.start_date, row.time_zone),
    ends: writeMoment(row.end_date, row.time_zone),
  });
}

/** A notification for its own reader. */
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

/** Which channels bring each group; everything is on until somebody switches it off. */
export function presentGroups(
  off: Pick<SettingsRow, 'bell_off' | 'email_off'> | null,
): GroupPreference[] {
  return (Object.keys(NOTIFICATION_GROUPS) as NotificationGroup[]).map((group) => ({
    group,
    ...NOTIFICATION_GROUPS[group],
    bell: !off?.bell_off.includes(group),
    email: !off?.email_off.includes(group),
    can_switch_off: SWITCHABLE_GROUPS.includes(group),
  }));
}

/** The hours without emails; those of everybody for a member who never chose. */
export function quietHoursOf(row: SettingsRow | null) {
  if (!row) return DEFAULT_QUIET_HOURS;
  return row.quiet_from && row.quiet_to ? { from: row.quiet_from, to: row.quiet_to } : null;
}

/** A member's preferences for themselves; a pause that is over is none. */
export function presentSettings(row: SettingsRow | null, now: Date): NotificationSettings {
  const paused = row?.paused_until ?? null;
  return {
    groups: presentGroups(row),
    quiet_hours: quietHoursOf(row),
    time_zone: row?.time_zone ?? null,
    paused_until: paused && paused > now ? paused.toISOString() : null,
  };
}
