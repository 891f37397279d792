import type {
  GroupPreference,
  NotificationSettings,
  notificationSettingsChangeSchema,
} from '@kindpal/contract/notification/schema';
import type { z } from 'zod';

export type SettingsChange = z.input<typeof notificationSettingsChangeSchema>;

type Off = NonNullable<SettingsChange['email_off']>;

/** The change that stores one switched group: all groups that are off on its channel. */
export function groupsOff(
  groups: Pick<GroupPreference, 'group' | 'bell' | 'email'>[],
  changed: Pick<GroupPreference, 'group' | 'bell' | 'email'>,
  channel: 'bell' | 'email',
): SettingsChange {
  const off = groups
    .map((one) => (one.group === changed.group ? changed : one))
    .filter((one) => !one[channel])
    .map(({ group }) => group) as Off;
  return channel === 'bell' ? { bell_off: off } : { email_off: off };
}

/** The settings as they will be once a change of groups or hours is saved: shown at once. */
export function applyChange(
  settings: NotificationSettings,
  { bell_off, email_off, quiet_hours }: SettingsChange,
): NotificationSettings {
  const isOn = (off: readonly string[] | undefined, group: string, was: boolean) =>
    off ? !off.includes(group) : was;
  return {
    ...settings,
    groups: settings.groups.map((one) => ({
      ...one,
      bell: isOn(bell_off, one.group, one.bell),
      email: isOn(email_off, one.group, one.email),
    })),
    ...(quiet_hours !== undefined && { quiet_hours }),
  };
}
