import type {
  GroupPreference,
  NotificationSettings,
  notificationSettingsChangeSchema,
} from '@kindpal/contract/notification/schema';
import type { z } from 'zod';

export type SettingsChange = z.input<typeof notificationSettingsChangeSchema>;

export type NotificationChannel = 'bell' | 'email' | 'push';
type Channels = Pick<GroupPreference, 'group' | NotificationChannel>;
type Off = NonNullable<SettingsChange['email_off']>;

/** The change for one switched group: the list of all groups that are off on its channel. */
export function groupsOff(
  groups: Channels[],
  changed: Channels,
  channel: NotificationChannel,
): SettingsChange {
  const off = groups
    .map((one) => (one.group === changed.group ? changed : one))
    .filter((one) => !one[channel])
    .map(({ group }) => group) as Off;
  return { [`${channel}_off`]: off };
}

/** The change for whether one group is in the digest. */
export function groupsInDigest(
  groups: Pick<GroupPreference, 'group' | 'in_digest' | 'can_digest'>[],
  group: GroupPreference['group'],
  inDigest: boolean,
): SettingsChange {
  const waiting = groups.filter((one) => (one.group === group ? inDigest : one.in_digest));
  return { email_digest: waiting.map((one) => one.group) as SettingsChange['email_digest'] };
}

type Emails = Pick<GroupPreference, 'group' | 'email' | 'types'>;

const isOn = (off: readonly string[] | undefined, group: string, was: boolean) =>
  off ? !off.includes(group) : was;

/** The emails of a group after a change is saved: switching a group also switches its types. */
export function applyToEmails<One extends Emails>(
  one: One,
  { email_off, email_types = {} }: Pick<SettingsChange, 'email_off' | 'email_types'>,
): One {
  const email = isOn(email_off, one.group, one.email);
  const chosen: Partial<Record<string, boolean>> = email_types;
  const types = one.types.map((type) => ({
    ...type,
    email: chosen[type.type] ?? (email === one.email ? type.email : email),
  }));
  return { ...one, email, types };
}

/** How many emails of a group differ from its switch: '2 off', '1 on'; '' if none. */
export function exceptionsOf({ email, types }: Omit<Emails, 'group'>): string {
  const count = types.filter((type) => type.email !== email).length;
  return count === 0 ? '' : `${count} ${email ? 'off' : 'on'}`;
}

/** The settings after a change of groups or hours is saved, shown at once. */
export function applyChange(
  settings: NotificationSettings,
  { bell_off, push_off, email_digest, quiet_hours, digest, new_jobs, ...emails }: SettingsChange,
): NotificationSettings {
  return {
    ...settings,
    groups: settings.groups.map((one) => ({
      ...applyToEmails(one, emails),
      bell: isOn(bell_off, one.group, one.bell),
      push: isOn(push_off, one.group, one.push),
      in_digest: email_digest?.some((group) => group === one.group) ?? one.in_digest,
    })),
    ...(quiet_hours !== undefined && { quiet_hours }),
    ...(digest && { digest }),
    ...(new_jobs && settings.new_jobs && { new_jobs: { ...settings.new_jobs, ...new_jobs } }),
  };
}
