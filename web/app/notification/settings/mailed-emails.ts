import type {
  MailedSettings,
  mailedSettingsChangeSchema,
} from '@kindpal/contract/notification/schema';
import type { z } from 'zod';

export type MailedChange = z.input<typeof mailedSettingsChangeSchema>;
type Off = NonNullable<MailedChange['email_off']>;
type Group = MailedSettings['groups'][number];

/** A change that switches emails off, and the change that undoes it. */
type Stop = { change: MailedChange; undo: MailedChange };

/** The emails that a link is about: of one type, of a group, or the digest. */
export type MailedEmails = {
  kind: 'type' | 'group' | 'digest';
  label: string;
  isOn: boolean;
  stop: Stop;
  /** Switches them on again if they were off before the page was opened. */
  resume: MailedChange;
  /** For a type, its group if other emails of that group are on; otherwise null. */
  next: { label: string; stop: Stop } | null;
};

/**
 * The current state of the emails that a link names; null if it names none that its recipient can
 * get.
 */
export function emailsOf(
  { groups }: MailedSettings,
  named: { type: string | null; group: string | null },
): MailedEmails | null {
  if (named.type !== null) return ofType(groups, named.type);
  const isDigest = named.group === 'digest';
  const which = groups.filter(({ group, in_digest }) =>
    isDigest ? in_digest : group === named.group,
  );
  const label = which[0]?.label ?? '';
  if (!isDigest && which.length === 0) return null;
  return {
    kind: isDigest ? 'digest' : 'group',
    label,
    isOn: which.some(sends),
    stop: stopOf(groups, which),
    resume: switched(groups, which, true),
    next: null,
  };
}

function ofType(groups: Group[], name: string): MailedEmails | null {
  const group = groups.find(({ types }) => types.some(({ type }) => type === name));
  const type = group?.types.find((one) => one.type === name);
  if (!group || !type) return null;
  const turned = (isOn: boolean): MailedChange => ({ email_types: { [type.type]: isOn } });
  const isEnded = !sends(group);
  return {
    kind: isEnded ? 'group' : 'type',
    label: isEnded ? group.label : type.label,
    isOn: type.email,
    stop: { change: turned(false), undo: turned(true) },
    resume: turned(true),
    next: isEnded ? null : { label: group.label, stop: stopOf(groups, [group]) },
  };
}

const sends = ({ email, types }: Group) =>
  types.length > 0 ? types.some((one) => one.email) : email;

const stopOf = (groups: Group[], which: Group[]): Stop => ({
  change: switched(groups, which, false),
  undo: {
    ...offOf(groups.filter(({ email }) => !email)),
    ...typesOf(which, ({ email }, group) => (email === group.email ? undefined : email)),
  },
});

/**
 * The change that switches these groups. In a group that does not change, it switches the types
 * that differ from the group.
 */
const switched = (groups: Group[], which: Group[], isOn: boolean): MailedChange => ({
  ...offOf(groups.filter((one) => (which.includes(one) ? !isOn : !one.email))),
  ...typesOf(which, ({ email }, group) =>
    group.email === isOn && email !== isOn ? isOn : undefined,
  ),
});

const offOf = (off: Group[]) => ({ email_off: off.map(({ group }) => group) as Off });

function typesOf(
  groups: Group[],
  pick: (type: Group['types'][number], group: Group) => boolean | undefined,
): Pick<MailedChange, 'email_types'> {
  const picked = groups.flatMap((group) =>
    group.types.flatMap((one) => {
      const isOn = pick(one, group);
      return isOn === undefined ? [] : [[one.type, isOn]];
    }),
  );
  return { email_types: Object.fromEntries(picked) };
}
