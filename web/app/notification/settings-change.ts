import type {
  GroupPreference,
  NotificationSettings,
  notificationSettingsChangeSchema,
} from '@kindpal/contract/notification/schema';
import type { z } from 'zod';

export type SettingsChange = z.input<typeof notificationSettingsChangeSchema>;

export type Channel = 'bell' | 'email' | 'push';
type Channels = Pick<GroupPreference, 'group' | Channel>;
type Off = NonNullable<SettingsChange['email_off']>;

/** The change that stores one switched group: all groups that are off on its channel. */
export function groupsOff(groups: Channels[], changed: Channels, channel: Channel): SettingsChange {
  const off = groups
    .map((one) => (one.group === changed.group ? changed : one))
    .filter((one) => !one[channel])
    .map(({ group }) => group) as Off;
  return { [`${channel}_off`]: off };
}

/** The change that stores whether the emails of one group wait for the digest. */
export function groupsInDigest(
  groups: Pick<GroupPreference, 'group' | 'in_digest' | 'can_digest'>[],
  group: GroupPreference['group'],
  inDigest: boolean,
): SettingsChange {
  const waiting = groups.filter((one) => (one.group === group ? inDigest : one.in_digest));
  return { email_digest: waiting.map((one) => one.group) as SettingsChange['email_digest'] };
}

/** The settings as they will be once a change of groups or hours is saved: shown at once. */
export function applyChange(
  settings: NotificationSettings,
  { bell_off, email_off, push_off, email_digest, quiet_hours, digest, new_jobs }: SettingsChange,
): NotificationSettings {
  const isOn = (off: readonly string[] | undefined, group: string, was: boolean) =>
    off ? !off.includes(group) : was;
  return {
    ...settings,
    groups: settings.groups.map((one) => ({
      ...one,
      bell: isOn(bell_off, one.group, one.bell),
      email: isOn(email_off, one.group, one.email),
      push: isOn(push_off, one.group, one.push),
      in_digest: email_digest?.some((group) => group === one.group) ?? one.in_digest,
    })),
    ...(quiet_hours !== undefined && { quiet_hours }),
    ...(digest && { digest }),
    ...(new_jobs && settings.new_jobs && { new_jobs: { ...settings.new_jobs, ...new_jobs } }),
  };
}
